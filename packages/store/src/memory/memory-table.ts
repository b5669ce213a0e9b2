/** Rows with growing ids, in order. Rows are replaced, never changed, so what was answered stays as it was. */
export interface MemoryTable<Row extends { readonly id: number }> {
  /** Oldest first. */
  rows(): Row[];
  find(match: (row: Row) => boolean): Row | null;
  insert(make: (id: number) => Row): void;
  /** Puts `change` over the one row that matches; answers it, or null when none does. */
  update(match: (row: Row) => boolean, change: (row: Row) => Partial<Row>): Row | null;
  /** Removes what matches and answers how many. */
  remove(match: (row: Row) => boolean): number;
}

/** A port over a table, for whoever has to see the rows as well. */
export interface MemoryPort<Port, Row extends { readonly id: number }> {
  readonly port: Port;
  readonly table: MemoryTable<Row>;
  /** Removes what was over before then; answers how many. */
  readonly sweep: (before: number) => number;
}

/** A table without rows. */
export function createMemoryTable<Row extends { readonly id: number }>(): MemoryTable<Row> {
  const rows = new Map<number, Row>();
  let last = 0;
  const find = (match: (row: Row) => boolean) => [...rows.values()].find(match) ?? null;
  return {
    rows: () => [...rows.values()],
    find,
    insert: (make) => {
      last += 1;
      rows.set(last, make(last));
    },
    update: (match, change) => {
      const row = find(match);
      if (row === null) return null;
      const changed = { ...row, ...change(row) };
      rows.set(row.id, changed);
      return changed;
    },
    remove: (match) => {
      const gone = [...rows.values()].filter(match);
      for (const { id } of gone) rows.delete(id);
      return gone.length;
    },
  };
}

/** Counts rows by status, with 0 for those no row has. */
export function countByStatus<Status extends string>(
  rows: readonly { readonly status: Status }[],
  none: Readonly<Record<Status, number>>,
): Readonly<Record<Status, number>> {
  const counts: Record<Status, number> = { ...none };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** The newest rows first, before an id and up to a limit. */
export function newest<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { before, limit }: { readonly before?: number; readonly limit: number },
): Row[] {
  const earlier = rows.filter(({ id }) => before === undefined || id < before);
  return earlier.reverse().slice(0, limit);
}

/** Acts now, and answers as a store on disk does: later, and with a rejection where it throws. */
export function answer<Value>(act: () => Value): Promise<Value> {
  return new Promise((resolve) => {
    resolve(act());
  });
}

/** Sorted as SQLite sorts texts: by their bytes. */
export function sortByBytes<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return [...items].sort((a, b) => compareBytes(nameOf(a), nameOf(b)));
}

/** Less than 0 when `a` comes before `b`. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
