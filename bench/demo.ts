import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { milliseconds, type Row, shown } from './measure.ts';

const main = path.resolve(import.meta.dirname, '../apps/cli/bin/the-loop.cjs');

/** A boundary that writes more than so often is refused: the run ends with exit code 1. */
const MOST_WRITES = 2;

/** A number of the demo's closing tables. */
function numberIn(output: string, pattern: RegExp): number {
  const found = pattern.exec(output)?.[1];
  if (found === undefined) throw new Error(`the demo's summary says nothing of ${String(pattern)}`);
  return Number(found);
}

/** How many nodes all items of the closing table walked. */
function nodesIn(output: string): number {
  const rows = [...output.matchAll(/^[\w.-]+\/[\w.-]+#\d+ +(\d+) /gm)];
  return rows.reduce((sum, [, nodes]) => sum + Number(nodes), 0);
}

/** How long does the built demo take, and how much does a boundary write to GitHub? */
export async function demoBench(): Promise<readonly Row[]> {
  let output = '';
  const time = await milliseconds(() => {
    const done = spawnSync(process.execPath, [main, 'demo'], { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`the demo ended with ${String(done.status)}: ${done.stderr}`);
    output = done.stdout;
  });
  const nodes = nodesIn(output);
  const labels = numberIn(output, /^phase labels set +(\d+)$/m);
  const comments = numberIn(output, /^comments +(\d+)$/m);
  const most = numberIn(output, /^most at one boundary, reactions apart +(\d+)$/m);
  if (most > MOST_WRITES) throw new Error(`one boundary wrote to GitHub ${most} times, more than ${MOST_WRITES}`);
  return [
    { what: 'the-loop demo, all stories', measured: `${shown(time / 1000)} s`, budget: '< 60 s' },
    {
      what: 'comments and labels written at one boundary, at most',
      measured: String(most),
      beside: `${shown((labels + comments) / nodes)} in the mean: ${labels} label changes and ${comments} comments over ${nodes} boundaries`,
      budget: `≤ ${MOST_WRITES}`,
    },
  ];
}
