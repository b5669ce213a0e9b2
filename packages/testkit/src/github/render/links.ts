import { type World } from '../state/world.ts';

/** Where the emulated GitHub says it lives. */
export type Bases = Pick<World['options'], 'htmlBase' | 'apiBase'>;

/** Makes one URL per key of a table of suffixes. */
export function linksFrom<Table extends Readonly<Record<string, string>>>(
  base: string,
  table: Table,
): { readonly [Key in keyof Table]: string } {
  const entries = Object.entries(table).map(([key, suffix]) => [key, `${base}${suffix}`]);
  return Object.fromEntries(entries) as { readonly [Key in keyof Table]: string };
}
