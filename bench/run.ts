/** `npm run bench -- <name>… [--full]`: runs benchmarks by name, or lists them. */
import os from 'node:os';
import { type Bench, type Row } from './measure.ts';

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  advance: async () => (await import('./advance.ts')).advanceBench,
  'check-all': async () => (await import('./check-all.ts')).checkAllBench,
  'cli-start': async () => (await import('./cli-start.ts')).cliStartBench,
  demo: async () => (await import('./demo.ts')).demoBench,
  dispatcher: async () => (await import('./dispatcher.ts')).dispatcherBench,
  'load-loop': async () => (await import('./load-loop.ts')).loadLoopBench,
  receiver: async () => (await import('./receiver.ts')).receiverBench,
  'route-decide': async () => (await import('./route-decide.ts')).routeDecideBench,
};

const print = (text: string) => void process.stdout.write(`${text}\n`);

function table(rows: readonly Row[]): string {
  const cells = [
    ['', 'measured', 'beside', 'budget'],
    ...rows.map(({ what, measured, beside = '', budget = '' }) => [what, measured, beside, budget]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const args = process.argv.slice(2);
const full = args.includes('--full');
const names = args.filter((arg) => !arg.startsWith('--'));
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (names.length === 0 || unknown.length > 0) {
  print(`${unknown.map((name) => `there is no benchmark ${name}\n`).join('')}npm run bench -- <name>… [--full]`);
  print(Object.keys(BENCHES).join('\n'));
  process.exitCode = 2;
}
for (const name of unknown.length > 0 ? [] : names) {
  const bench = await BENCHES[name]?.();
  print(`${name}  (Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1) ?? ''})`);
  if (bench !== undefined) print(`${table(await bench({ full }))}\n`);
}
