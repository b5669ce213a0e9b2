import { flushEffects, pendingEffects } from '@the-loop/graph-runtime';
import * as v from 'valibot';
import { refuseAgent, repoOption } from '../address.ts';
import { operation } from '../operation.ts';
import { type OperationContext } from '../operation-context.ts';
import { counted } from '../render/columns.ts';
import { type ServiceMemory, type WorkingService } from '../service-memory.ts';

const Input = v.strictObject({ repo: v.optional(v.pipe(v.string(), v.maxLength(4096))) });

interface Flushed {
  readonly done: number;
  readonly waiting: number;
  readonly dead: number;
  /** False where only a service could write, and none runs. */
  readonly tried: boolean;
}

const LIMIT = 1000;

/** Tries every waiting write now, whatever its next try was set to. */
export const outboxFlush = operation<v.InferOutput<typeof Input>, Flushed>({
  name: 'outbox.flush',
  summary: 'try the writes that wait now, instead of at their next try',
  scope: 'operate',
  reach: 'memory',
  parameters: [
    { ...repoOption, help: 'what verbs at a terminal left in this checkout, instead of what the service stored' },
  ],
  input: Input,
  run(context, { repo }) {
    refuseAgent(context, 'flush the outbox');
    return context.memory((memory) => {
      if (memory === null || repo !== undefined) return flushCheckout(context, repo);
      return memory.service === null ? untried(memory) : flushStore(memory, memory.service);
    });
  },
  text: render,
  exitCode: ({ waiting, dead }) => (waiting + dead === 0 ? 0 : 1),
});

async function untried({ store }: ServiceMemory): Promise<Flushed> {
  const { waiting, 'in-flight': inFlight, dead } = await store.outbox.count();
  return { done: 0, waiting: waiting + inFlight, dead, tried: false };
}

async function flushStore({ store, now }: ServiceMemory, service: WorkingService): Promise<Flushed> {
  const before = await store.outbox.count();
  const waiting = await store.outbox.list({ status: 'waiting', limit: LIMIT });
  for (const row of waiting.filter(({ notBefore }) => notBefore > now())) await store.outbox.requeue(row.key);
  await service.flushWrites();
  const after = await store.outbox.count();
  return {
    done: after.done - before.done,
    waiting: after.waiting + after['in-flight'],
    dead: after.dead,
    tried: true,
  };
}

async function flushCheckout(context: OperationContext, repo: string | undefined): Promise<Flushed> {
  const verbs = await context.verbs({ repo });
  const ids = new Set((await pendingEffects(verbs)).waiting.map(({ address }) => address.id));
  let done = 0;
  let waiting = 0;
  for (const id of ids) {
    const flushed = await flushEffects(verbs, id);
    done += flushed.done;
    waiting += flushed.waiting;
  }
  return { done, waiting, dead: 0, tried: true };
}

function render({ done, waiting, dead, tried }: Flushed): string {
  const left = `${counted(waiting, 'write waits', 'writes wait')}${dead === 0 ? '' : `, ${dead} dead (the-loop outbox list --status dead)`}`;
  if (!tried) return `nothing was tried, because no service runs (the-loop up); ${left}`;
  return `${counted(done, 'write', 'writes')} done; ${left}`;
}
