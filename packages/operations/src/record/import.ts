import { createSessionRecords } from '@the-loop/dispatcher';
import { formatRef, LoopError, parseRef, refKey, sameRef, specIdFor, type WorkItemRef } from '@the-loop/graph-core';
import { type SessionRecord } from '@the-loop/sessions';
import * as v from 'valibot';
import { refuseAgent } from '../address.ts';
import { type OperationErrorCode } from '../errors.ts';
import { demandFiles, withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { parseJsonFile } from '../parse-json-file.ts';
import { counted } from '../render/columns.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { type PortableRecord, type PortableSession, readPortableRecord } from './portable-record.ts';

const Input = v.strictObject({
  item: v.pipe(v.string(), v.nonEmpty('name a work item'), v.maxLength(512)),
  file: v.pipe(v.string(), v.nonEmpty('pass --file: the record to read'), v.maxLength(4096)),
});

interface Imported {
  readonly workItem: string;
  readonly loops: readonly string[];
  readonly pullRequests: readonly string[];
  readonly exportedAt: string;
}

/** Takes a portable record over. Its facts count as confirmed here, so only a person does it, and only for an unknown item. */
export const recordImport = operation<v.InferOutput<typeof Input>, Imported>({
  name: 'record.import',
  summary: 'take over a work item from a record that another machine wrote',
  scope: 'admin',
  reach: 'checkout',
  parameters: [
    { kind: 'argument', key: 'item', help: 'the work item that the record must be about: owner/repo#7' },
    { kind: 'option', key: 'file', flag: '--file <path>', help: 'the record', takes: 'text' },
  ],
  input: Input,
  run(context, { item, file }) {
    refuseAgent(context, 'import a record');
    return withMemory(context, async (memory) => {
      const ref = parseRef(item, { defaultProvider: 'github' });
      const record = readRecord(await demandFiles(context).read(file), ref);
      await refuseKnown(memory, ref);
      return takeOver(memory, ref, record);
    });
  },
  text: ({ workItem, loops, pullRequests, exportedAt }) =>
    `${workItem}: ${counted(loops.length, 'loop', 'loops')} and ${counted(pullRequests.length, 'pull request', 'pull requests')} taken over as of ${exportedAt}. Its facts count as confirmed here. Comment "the-loop start" on the ticket to go on; stop it on the other machine first`,
  exitCode: () => 0,
});

function readRecord(text: string, item: WorkItemRef): PortableRecord {
  const read = readPortableRecord(parseJsonFile(text, invalid));
  if (!read.ok) throw invalid(`the file is no record: ${read.problems.slice(0, 5).join('; ')}`);
  const { record } = read;
  if (!sameRef(parseRef(record.ref), item)) throw invalid(`the record is about ${record.ref}, not ${formatRef(item)}`);
  const id = specIdFor(item) ?? '';
  const isOwn = (key: string) => key === id || key.startsWith(`${id}/`);
  if (Object.keys(record.ledger).every(isOwn)) return record;
  throw invalid(`the record holds loops of other work items than ${id}`);
}

function invalid(message: string): LoopError<OperationErrorCode> {
  return new LoopError('OPERATION_RECORD_INVALID', message, { remedy: 'write it with: the-loop record export <ref>' });
}

/** Two histories of one item cannot be told apart afterwards, so none is written over another. */
async function refuseKnown({ store }: ServiceMemory, item: WorkItemRef): Promise<void> {
  const session = await createSessionRecords(store.records).find(item);
  const loops = await store.records.list('ledger', { prefix: `${refKey(item)}/`, limit: 1 });
  if (session === null && loops.length === 0) return;
  throw new LoopError<OperationErrorCode>(
    'OPERATION_RECORD_EXISTS',
    `this machine has a history of ${formatRef(item)}`,
    {
      remedy: 'go on with that one, or import into another state root (THE_LOOP_STATE)',
    },
  );
}

async function takeOver({ store }: ServiceMemory, item: WorkItemRef, record: PortableRecord): Promise<Imported> {
  const records = createSessionRecords(store.records);
  for (const [key, entry] of Object.entries(record.ledger)) {
    await demandWritten(
      store.records.put('ledger', `${refKey(item)}/${key}`, { value: entry, expectedRevision: null }),
      item,
    );
  }
  if (record.control !== null) await records.recordControl(item, record.control);
  const session = record.session && endedSession(record.session);
  if (session !== null) {
    await demandWritten(store.records.put('session', refKey(item), { value: session, expectedRevision: null }), item);
    await listOwners(store.records, item, session);
  }
  return {
    workItem: formatRef(item),
    loops: Object.keys(record.ledger),
    pullRequests: session?.bindings.map(({ ref }) => ref) ?? [],
    exportedAt: record.exportedAt,
  };
}

async function demandWritten(write: Promise<'ok' | 'conflict'>, item: WorkItemRef): Promise<void> {
  if ((await write) === 'ok') return;
  throw new LoopError<OperationErrorCode>('OPERATION_RECORD_EXISTS', `${formatRef(item)} was taken up meanwhile`, {
    remedy: 'the-loop why <ref>',
  });
}

/** Nothing of it runs here yet: it is an ended session that `start` opens again, with its pull requests and its history. */
function endedSession(session: PortableSession): SessionRecord {
  const machine = { agent: '', sessionId: '', begun: false, cwd: '' };
  return {
    schemaVersion: 1,
    ...session,
    ...machine,
    status: 'closed',
    bindings: session.bindings.map((binding) => ({ ...binding, ...machine })),
  };
}

/** Binding again what is bound changes nothing but the index of owners. */
async function listOwners(
  records: ServiceMemory['store']['records'],
  item: WorkItemRef,
  session: SessionRecord,
): Promise<void> {
  const sessions = createSessionRecords(records);
  for (const { ref, createdAt } of session.bindings) {
    await sessions.change(item, { kind: 'bind', pullRequest: parseRef(ref), at: createdAt });
  }
}
