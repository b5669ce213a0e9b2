import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createCheckout } from './fixtures/checkout.ts';
import { milliseconds, type Row, shown, summary } from './measure.ts';

const RUNS = 20;
const main = path.resolve(import.meta.dirname, '../apps/cli/bin/the-loop.cjs');

interface Command {
  readonly name: string;
  readonly args: readonly string[];
  readonly budget: string;
}

/** How long does a person wait for the built command, beside a bare Node.js? The runs take turns. */
export async function cliStartBench(): Promise<readonly Row[]> {
  if (!existsSync(path.resolve(import.meta.dirname, '../apps/cli/dist/main.cjs')))
    throw new Error('build first: npm run build');
  const checkout = await createCheckout(1);
  const stateRoot = mkdtempSync(path.join(os.tmpdir(), 'the-loop-bench-state-'));
  try {
    return await compare({ THE_LOOP_STATE: stateRoot }, [
      { name: 'node -e 0', args: ['-e', '0'], budget: '' },
      { name: 'the-loop --version', args: [main, '--version'], budget: '≤ node + 15 ms' },
      { name: 'the-loop graph show', args: [main, 'graph', 'show'], budget: '≤ node + 60 ms' },
      {
        name: 'the-loop graph status item-0',
        args: [main, 'graph', 'status', 'item-0', '--repo', checkout.folder],
        budget: '≤ node + 90 ms',
      },
    ]);
  } finally {
    checkout.remove();
    rmSync(stateRoot, { recursive: true, force: true });
  }
}

async function compare(env: Readonly<Record<string, string>>, commands: readonly Command[]): Promise<Row[]> {
  const times = commands.map((): number[] => []);
  for (let run = 0; run < RUNS; run += 1) {
    for (const [index, command] of commands.entries())
      times[index]?.push(await milliseconds(() => start(command, env)));
  }
  const floor = summary(times[0] ?? []);
  return commands.map(({ name, budget }, index) => {
    const { min, median } = summary(times[index] ?? []);
    return {
      what: name,
      measured: `median ${shown(median)} ms, min ${shown(min)} ms`,
      beside:
        index === 0
          ? ''
          : `node + ${shown(median - floor.median)} ms by medians, + ${shown(min - floor.min)} ms by minima`,
      budget,
    };
  });
}

function start({ name, args }: Command, env: Readonly<Record<string, string>>): void {
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ended with ${String(status)}: ${stderr}`);
}
