import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkAll } from '@the-loop/graph-runtime';
import { createCheckout } from './fixtures/checkout.ts';
import { type BenchOptions, milliseconds, type Row, shown } from './measure.ts';

/** Reads every file of every item and parses the states: what a check cannot do without. */
function readEverything(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
    if (entry.name.endsWith('.json')) JSON.parse(text);
  }
}

async function measure(items: number): Promise<Row> {
  const checkout = await createCheckout(items);
  try {
    const floor = await milliseconds(() => readEverything(path.join(checkout.folder, 'docs')));
    let satisfied = 0;
    const before = process.cpuUsage();
    const time = await milliseconds(async () => {
      satisfied = (await checkAll(checkout.context)).satisfied;
    });
    const { user, system } = process.cpuUsage(before);
    if (satisfied !== items) throw new Error(`${satisfied} of ${items} items are satisfied`);
    return {
      what: `check --all, ${items.toLocaleString('en-US')} items × 6 artifacts`,
      measured: `${shown(time / items)} ms an item (${shown((user + system) / 1000 / items)} ms of processor time)`,
      beside: `${shown(floor / items)} ms to read the files and parse the states (${shown(time / floor)}×)`,
      budget: '≤ 3 ms an item, linear',
    };
  } finally {
    checkout.remove();
  }
}

/** Are checks linear in the number of items, and quick enough for a CI job over all of them? */
export async function checkAllBench({ full }: BenchOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const items of full ? [1_000, 10_000] : [100, 1_000]) rows.push(await measure(items));
  return rows;
}
