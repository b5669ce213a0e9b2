import { type DeliverySummary } from '@the-loop/store';

/** Bodies that are read at once are in memory together. */
const BYTES = 256 * 1024;

/** The rows in their order, as many together as have bodies of some size; one whose body is larger comes alone. */
export function* handfuls(rows: readonly DeliverySummary[]): Generator<readonly DeliverySummary[]> {
  let handful: DeliverySummary[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (handful.length > 0 && bytes + row.bytes > BYTES) {
      yield handful;
      handful = [];
      bytes = 0;
    }
    handful.push(row);
    bytes += row.bytes;
  }
  if (handful.length > 0) yield handful;
}
