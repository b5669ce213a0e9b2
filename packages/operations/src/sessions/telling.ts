import { createEmitter, type Emit } from '@the-loop/events';
import { type ServiceMemory } from '../service-memory.ts';

/** Does something that tells of itself in the log of the service; answers when all of that is written. */
export async function telling<Answer>(
  { store, service, now }: ServiceMemory,
  act: (emit: Emit) => Promise<Answer>,
): Promise<Answer> {
  const written: Promise<void>[] = [];
  const emit = createEmitter({
    sink: { write: (record) => void written.push(store.eventLog.append(record)), flush: () => Promise.resolve() },
    now: () => new Date(now()),
    source: service === null ? 'cli' : 'service',
    pid: process.pid,
  });
  const answer = await act(emit);
  await Promise.all(written);
  return answer;
}
