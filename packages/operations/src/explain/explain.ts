import { type Delivery } from '@the-loop/store';
import * as v from 'valibot';
import { deliveryArgument, deliveryEntries, findDelivery } from '../deliveries/find-delivery.ts';
import { listedDelivery } from '../deliveries/listed-delivery.ts';
import { withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { listedWrite } from '../outbox/listed-write.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { type Explanation } from './explanation.ts';
import { readTrace } from './read-trace.ts';
import { renderExplanation } from './render-explanation.ts';

const Input = v.strictObject(deliveryEntries);

/** Why a delivery ended as it did: guards, links, verification, command, snapshot, rule and effects. */
export const explain = operation<v.InferOutput<typeof Input>, Explanation>({
  name: 'explain',
  summary: 'explain why a delivery ended as it did',
  scope: 'read',
  reach: 'memory',
  parameters: [deliveryArgument],
  input: Input,
  run: (context, { id }) => withMemory(context, (memory) => explanation(memory, id)),
  text: renderExplanation,
  exitCode: () => 0,
});

async function explanation({ store }: ServiceMemory, name: string): Promise<Explanation> {
  const row = await findDelivery(store.inbox, name);
  return {
    delivery: listedDelivery(row),
    trace: readTrace(row.decision),
    turns: await turnsOf(store, row),
    writes: await writesOf(store, row),
  };
}

const LIMIT = 1000;

async function turnsOf({ turns }: ServiceMemory['store'], { lane, guid }: Delivery): Promise<Explanation['turns']> {
  if (lane === null) return [];
  const found = await turns.list({ lane, limit: LIMIT });
  return found
    .filter(({ key }) => key.startsWith(`${guid}/`))
    .reverse()
    .map(({ key, kind, status, outcome }) => ({ key, kind, status, outcome }));
}

const SourceSchema = v.object({ deliveryId: v.string() });

async function writesOf({ outbox }: ServiceMemory['store'], { lane, guid }: Delivery): Promise<Explanation['writes']> {
  if (lane === null) return [];
  const found = await outbox.list({ limit: LIMIT });
  return found
    .filter(({ source }) => v.is(SourceSchema, source) && source.deliveryId === guid)
    .reverse()
    .map(listedWrite);
}
