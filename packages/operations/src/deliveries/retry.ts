import { createAppliedRecord } from '@the-loop/dispatcher';
import * as v from 'valibot';
import { refuseAgent } from '../address.ts';
import { withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { instant } from '../render/instant.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { telling } from '../sessions/telling.ts';
import { deliveryArgument, deliveryEntries, findDelivery, wrongStatus } from './find-delivery.ts';

const Input = v.strictObject(deliveryEntries);

interface Retried {
  readonly id: number;
  readonly guid: string;
  /** `now`: by the running service. `at-start`: none runs, so the next start takes it. */
  readonly when: 'now' | 'at-start';
}

/** Opens a delivery again, to be decided anew with what is known now. */
export const deliveriesRetry = operation<v.InferOutput<typeof Input>, Retried>({
  name: 'deliveries.retry',
  summary: 'decide a dead or dropped delivery anew, and carry it out',
  scope: 'operate',
  reach: 'memory',
  parameters: [deliveryArgument],
  input: Input,
  run(context, { id }) {
    refuseAgent(context, 'retry a delivery');
    return withMemory(context, (memory) => retry(memory, id));
  },
  text: ({ id, when }) =>
    when === 'now'
      ? `delivery ${id} is open again; see the-loop explain ${id}`
      : `delivery ${id} is open again; it is decided when the service starts: the-loop up`,
  exitCode: () => 0,
});

async function retry(memory: ServiceMemory, name: string): Promise<Retried> {
  const { store, service } = memory;
  const { id, guid, event, status, notBefore } = await findDelivery(store.inbox, name);
  if (status === 'settled') {
    throw wrongStatus(`delivery ${id} was carried out; doing it again would do it twice`, `the-loop explain ${id}`);
  }
  if (status === 'open') {
    throw wrongStatus(`delivery ${id} is open, to be tried at ${instant(notBefore)}`, `the-loop deliveries show ${id}`);
  }
  // How far the old decision was carried out says nothing about the new one; each effect stands a repeat.
  await createAppliedRecord(store.records).remove(String(id));
  await store.inbox.requeue(id);
  await telling(memory, (emit) => {
    emit({ event: 'inbox.requeued', inbox_id: id, gh_event: event, delivery_id: guid });
    return Promise.resolve();
  });
  service?.takeDeliveries();
  return { id, guid, when: service === null ? 'at-start' : 'now' };
}
