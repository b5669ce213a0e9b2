import { decodeJson, encodeJson } from '../json.ts';
import { type Delivery } from '../ports/inbox.ts';
import { type OutboxRow } from '../ports/outbox.ts';
import { type RenameOutcome, type Renaming } from '../ports/renaming.ts';
import { type Turn } from '../ports/turns.ts';
import { type MemoryTable } from './memory-table.ts';

interface Tables {
  readonly inbox: MemoryTable<Delivery>;
  readonly outbox: MemoryTable<OutboxRow>;
  readonly turns: MemoryTable<Turn>;
}

/** Renames the keys of rows, unless one of them is being worked on. */
export function renameRows({ inbox, outbox, turns }: Tables, renaming: Renaming): RenameOutcome {
  const { names, key } = renaming;
  const isTheirs = (row: { readonly lane: string | null }) => row.lane !== null && names.includes(row.lane);
  const ours = turns.rows().filter((row) => isTheirs(row) || names.includes(row.endpoint));
  const writes = outbox.rows().filter(isTheirs);
  if (ours.some(({ status }) => status === 'running') || writes.some(({ status }) => status === 'in-flight')) {
    return 'busy';
  }
  for (const { id } of inbox.rows().filter(isTheirs)) {
    inbox.update(
      (row) => row.id === id,
      ({ lane }) => ({ lane: key(lane ?? '') }),
    );
  }
  for (const turn of ours) {
    const change = { lane: key(turn.lane), endpoint: key(turn.endpoint), ...freeKey(turns, turn, key) };
    turns.update(
      (row) => row.id === turn.id,
      () => change,
    );
  }
  for (const write of writes) {
    const said = write.status === 'done' ? {} : asStored(renaming.write(write));
    const change = { lane: key(write.lane), ...said, ...freeKey(outbox, write, key) };
    outbox.update(
      (row) => row.id === write.id,
      () => change,
    );
  }
  return 'renamed';
}

interface Keyed {
  readonly id: number;
  readonly key: string;
}

/** The new key, unless another row has it. */
function freeKey<Row extends Keyed>(
  table: MemoryTable<Row>,
  row: Row,
  key: Renaming['key'],
): { readonly key?: string } {
  const name = key(row.key);
  return table.find((other) => other.key === name && other.id !== row.id) === null ? { key: name } : {};
}

function asStored({ payload, source }: Pick<OutboxRow, 'payload' | 'source'>): Pick<OutboxRow, 'payload' | 'source'> {
  return { payload: decodeJson(encodeJson(payload)), source: decodeJson(encodeJson(source)) };
}
