import { createSessionRecords } from '@the-loop/dispatcher';
import { formatRef, LoopError, refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type LedgerEntry } from '@the-loop/graph-runtime';
import { type SessionBinding, type SessionRecord } from '@the-loop/sessions';
import * as v from 'valibot';
import { refuseAgent } from '../address.ts';
import { type OperationErrorCode } from '../errors.ts';
import { itemOf } from '../explain/item-of.ts';
import { demandFiles, withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { counted } from '../render/columns.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { type PortableRecord, type PortableSession } from './portable-record.ts';

const Input = v.strictObject({
  item: v.pipe(v.string(), v.nonEmpty('name a work item'), v.maxLength(512)),
  file: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096))),
});

interface Exported {
  readonly record: PortableRecord;
  /** Where it was written; null when it is only answered. */
  readonly file: string | null;
}

/** The portable record of an item: what another machine needs to carry it on. */
export const recordExport = operation<v.InferOutput<typeof Input>, Exported>({
  name: 'record.export',
  summary: 'write what another machine needs to carry a work item on',
  scope: 'admin',
  reach: 'checkout',
  parameters: [
    { kind: 'argument', key: 'item', help: 'the work item: owner/repo#7 or issue-7' },
    { kind: 'option', key: 'file', flag: '--file <path>', help: 'a new file, instead of the output', takes: 'text' },
  ],
  input: Input,
  run(context, { item, file }) {
    refuseAgent(context, 'export a record');
    return withMemory(context, async (memory) => {
      const record = await portableRecord(memory, await itemOf(memory.store.records, item));
      if (file !== undefined) await demandFiles(context).write(file, `${JSON.stringify(record, null, 2)}\n`);
      return { record, file: file ?? null };
    });
  },
  text: ({ record, file }) =>
    file === null
      ? JSON.stringify(record, null, 2)
      : `${record.ref}: ${counted(Object.keys(record.ledger).length, 'loop', 'loops')} written to ${file}; read it elsewhere with: the-loop record import ${record.ref} --file <path>`,
  exitCode: () => 0,
});

async function portableRecord({ store, now }: ServiceMemory, item: WorkItemRef): Promise<PortableRecord> {
  const records = createSessionRecords(store.records);
  const session = await records.find(item);
  const control = await records.control(item);
  const prefix = `${refKey(item)}/`;
  const loops = await store.records.list('ledger', { prefix });
  if (session === null && control === null && loops.length === 0) {
    throw new LoopError<OperationErrorCode>('OPERATION_ITEM_UNKNOWN', `nothing is recorded about ${formatRef(item)}`, {
      remedy: 'the-loop status',
    });
  }
  return {
    format: 'the-loop/record',
    version: 1,
    ref: formatRef(item),
    exportedAt: new Date(now()).toISOString(),
    control,
    session: session && portableSession(session.record),
    // The service wrote these entries itself, with this shape.
    ledger: Object.fromEntries(loops.map(({ key, value }) => [key.slice(prefix.length), value as LedgerEntry])),
  };
}

function portableSession(record: SessionRecord): PortableSession {
  return {
    ...conversation(record),
    status: record.status,
    bindings: record.bindings.map((binding) => ({ ...conversation(binding), status: binding.status })),
  };
}

function conversation({ ref, createdAt, lastEventAt, recentDeliveries }: SessionRecord | SessionBinding) {
  return { ref, createdAt, lastEventAt, recentDeliveries };
}
