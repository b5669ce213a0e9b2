import { createAppliedRecord } from '@the-loop/dispatcher';
import * as v from 'valibot';
import { refuseAgent } from '../address.ts';
import { type operatorReasons } from '../explain/reason-sentence.ts';
import { withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { deliveryArgument, deliveryEntries, findDelivery, wrongStatus } from './find-delivery.ts';

const Input = v.strictObject(deliveryEntries);
const REASON: keyof typeof operatorReasons = 'dropped-by-operator';

interface DroppedDelivery {
  readonly id: number;
  readonly guid: string;
  readonly reason: typeof REASON;
}

/** Ends a delivery that nobody is to work on any more. */
export const deliveriesDrop = operation<v.InferOutput<typeof Input>, DroppedDelivery>({
  name: 'deliveries.drop',
  summary: 'end a dead delivery without carrying it out',
  scope: 'operate',
  reach: 'memory',
  parameters: [deliveryArgument],
  input: Input,
  run(context, { id }) {
    refuseAgent(context, 'drop a delivery');
    return withMemory(context, (memory) => drop(memory, id));
  },
  text: ({ id }) => `delivery ${id} is dropped; the-loop deliveries retry ${id} takes it up again`,
  exitCode: () => 0,
});

async function drop({ store, service }: ServiceMemory, name: string): Promise<DroppedDelivery> {
  const { id, guid, status } = await findDelivery(store.inbox, name);
  if (status === 'settled' || status === 'dropped') {
    throw wrongStatus(`delivery ${id} has ended already`, `the-loop explain ${id}`);
  }
  if (status === 'open' && service !== null) {
    throw wrongStatus(`delivery ${id} is being worked on`, 'wait until it ends or is set aside, or: the-loop down');
  }
  await store.inbox.settle(id, { status: 'dropped', reason: REASON });
  await createAppliedRecord(store.records).remove(String(id));
  return { id, guid, reason: REASON };
}
