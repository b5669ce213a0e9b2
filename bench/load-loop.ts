import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Row, shown, summary } from './measure.ts';

const RUNS = 15;

const runtime = new URL('../packages/graph-runtime/dist/index.js', import.meta.url);

/** Times one expression in a process of its own, after the built package itself was imported. */
function coldly(load: string): number {
  const yaml = new URL('../packages/graph-runtime/graphs/pdlc-work-item-loop.yaml', import.meta.url).pathname;
  const script = `
    import { readFileSync } from 'node:fs';
    const { loadLoop } = await import('${runtime.href}');
    const start = performance.now();
    ${load.replace('YAML', JSON.stringify(yaml))};
    process.stdout.write(String(performance.now() - start));`;
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return Number(done.stdout);
}

/** How long does a process wait for the first use of a shipped loop? */
export function loadLoopBench(): Promise<readonly Row[]> {
  if (!existsSync(fileURLToPath(runtime))) throw new Error('build first: npm run build');
  const times = { shipped: [] as number[], yaml: [] as number[] };
  for (let run = 0; run < RUNS; run += 1) {
    times.shipped.push(coldly("await loadLoop('pdlc-work-item-loop')"));
    times.yaml.push(
      coldly(
        "await loadLoop('mine', { graphs: { mine: readFileSync(YAML, 'utf8').replace(/^name:.*/m, 'name: mine') } })",
      ),
    );
  }
  const [shipped, yaml] = [summary(times.shipped), summary(times.yaml)];
  return Promise.resolve([
    {
      what: 'first load of pdlc-work-item-loop',
      measured: `${shown(shipped.median)} ms (min ${shown(shipped.min)})`,
      beside: `${shown(yaml.median)} ms for the same loop as an operator's YAML`,
      budget: '< 5 ms',
    },
  ]);
}
