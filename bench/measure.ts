/** One line of a benchmark: what was measured, what it is compared with in the same run, and what we hold ourselves to. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  /** A floor or a peer of this very run; empty where there is none. */
  readonly beside?: string;
  readonly budget?: string;
}

/** What a benchmark may be told on the command line. */
export interface BenchOptions {
  /** The whole size instead of the quick one. */
  readonly full: boolean;
}

export type Bench = (options: BenchOptions) => Promise<readonly Row[]>;

/** The smallest and the middle value. */
export function summary(values: readonly number[]): { readonly min: number; readonly median: number } {
  const sorted = values.toSorted((a, b) => a - b);
  return { min: sorted[0] ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0 };
}

/** The value below which the given share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Milliseconds that a piece of work takes. */
export async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The best of several rounds, in milliseconds each: what else the machine does only ever adds. */
export async function best(rounds: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await milliseconds(work));
  return summary(times).min;
}

/** A number for people: few digits, thousands apart. */
export function shown(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(value >= 10 ? 3 : 2);
}
