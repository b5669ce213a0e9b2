import { LoopError } from '@the-loop/graph-core';
import { type Outbox, type OutboxRow } from '@the-loop/store';
import * as v from 'valibot';
import { refuseAgent } from '../address.ts';
import { type OperationErrorCode } from '../errors.ts';
import { withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { printable } from '../render/printable.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { type ListedWrite, listedWrite } from './listed-write.ts';

const Input = v.strictObject({
  id: v.optional(v.pipe(v.string(), v.nonEmpty('name a write'), v.maxLength(2000))),
  all: v.optional(v.boolean(), false),
});

type RetryInput = v.InferOutput<typeof Input>;

interface Retried {
  /** As they are now. */
  readonly writes: readonly ListedWrite[];
}

/** Lets writes that were given up wait again, and tries them where a service runs. */
export const outboxRetry = operation<RetryInput, Retried>({
  name: 'outbox.retry',
  summary: 'try a write again that was given up',
  scope: 'operate',
  reach: 'memory',
  parameters: [
    { kind: 'argument', key: 'id', help: 'its number in `the-loop outbox list`, or its key', optional: true },
    { kind: 'option', key: 'all', flag: '--all', help: 'every write that was given up', takes: 'nothing' },
  ],
  input: Input,
  run(context, input) {
    refuseAgent(context, 'retry a write');
    return withMemory(context, (memory) => retry(memory, input));
  },
  text: ({ writes }) => (writes.length === 0 ? 'no write was given up' : writes.map(line).join('\n')),
  exitCode: ({ writes }) => (writes.some(({ status }) => status === 'dead') ? 1 : 0),
});

function line({ id, status, error, url }: ListedWrite): string {
  const fault = status === 'waiting' && error !== '' ? `its last fault was: ${error}` : error;
  return [`write ${id ?? ''} is ${status}`, url, fault].filter(Boolean).map(printable).join('; ');
}

async function retry({ store, service }: ServiceMemory, input: RetryInput): Promise<Retried> {
  const rows = await chosen(store.outbox, input);
  for (const { key } of rows) await store.outbox.requeue(key);
  if (rows.length > 0) await service?.flushWrites();
  return { writes: await Promise.all(rows.map(async (row) => listedWrite((await store.outbox.get(row.key)) ?? row))) };
}

const LIMIT = 1000;

async function chosen(outbox: Outbox, { id, all }: RetryInput): Promise<readonly OutboxRow[]> {
  if ((id === undefined) === !all) {
    throw new LoopError<OperationErrorCode>('OPERATION_USAGE', 'name one write, or pass --all', {
      remedy: 'the-loop outbox retry 12',
    });
  }
  if (id === undefined) return (await outbox.list({ status: 'dead', limit: LIMIT })).reverse();
  const row = await findWrite(outbox, id);
  if (row.status === 'dead') return [row];
  throw new LoopError<OperationErrorCode>('OPERATION_WRITE_STATUS', `write ${row.id} is ${row.status}, not dead`, {
    remedy: row.status === 'waiting' ? 'the-loop outbox flush' : 'the-loop outbox list --status all',
  });
}

/** The write of that number or key. Throws `OPERATION_WRITE_UNKNOWN`. */
async function findWrite(outbox: Outbox, name: string): Promise<OutboxRow> {
  const found = /^\d{1,15}$/.test(name) ? await byNumber(outbox, Number(name)) : await outbox.get(name);
  if (found !== null) return found;
  throw new LoopError<OperationErrorCode>(
    'OPERATION_WRITE_UNKNOWN',
    `no write ${JSON.stringify(name.slice(0, 64))} is stored`,
    { remedy: 'the-loop outbox list --status all' },
  );
}

async function byNumber(outbox: Outbox, id: number): Promise<OutboxRow | null> {
  const [newest] = await outbox.list({ before: id + 1, limit: 1 });
  return newest?.id === id ? newest : null;
}
