import { LoopError } from '@the-loop/graph-core';
import { type Outbox, type OutboxRow } from '@the-loop/store';
import * as v from 'valibot';
import { refuseAgent } from '../address.ts';
import { type OperationErrorCode } from '../errors.ts';
import { withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { type ListedWrite, listedWrite } from './listed-write.ts';

const Input = v.strictObject({ id: v.pipe(v.string(), v.nonEmpty('name a write'), v.maxLength(2000)) });

/** Lets a write that was given up wait again, and tries it where a service runs. */
export const outboxRetry = operation<v.InferOutput<typeof Input>, ListedWrite>({
  name: 'outbox.retry',
  summary: 'try a write again that was given up',
  scope: 'operate',
  reach: 'memory',
  parameters: [{ kind: 'argument', key: 'id', help: 'its number in `the-loop outbox list`, or its key' }],
  input: Input,
  run(context, { id }) {
    refuseAgent(context, 'retry a write');
    return withMemory(context, (memory) => retry(memory, id));
  },
  text: ({ id, status, error, url }) =>
    `write ${id ?? ''} is ${status}${[url, error]
      .filter(Boolean)
      .map((text) => `: ${text}`)
      .join('')}`,
  exitCode: ({ status }) => (status === 'dead' ? 1 : 0),
});

async function retry({ store, service }: ServiceMemory, name: string): Promise<ListedWrite> {
  const row = await findWrite(store.outbox, name);
  if (row.status !== 'dead') {
    throw new LoopError<OperationErrorCode>('OPERATION_WRITE_STATUS', `write ${row.id} is ${row.status}, not dead`, {
      remedy: row.status === 'waiting' ? 'the-loop outbox flush' : 'the-loop outbox list --status all',
    });
  }
  await store.outbox.requeue(row.key);
  await service?.flushWrites();
  return listedWrite((await store.outbox.get(row.key)) ?? row);
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
