import { type GraphDelivery, type GraphTarget } from '@the-loop/dispatcher';
import { findNode } from '@the-loop/graph-core';
import { assignAgain, openLoop, renderItem } from '@the-loop/graph-runtime';
import { type GraphPortOptions } from './graph-port.ts';
import { isUnassigned } from './is-assigned.ts';

interface Rehoming {
  readonly target: GraphTarget;
  readonly delivery: GraphDelivery;
  readonly signal: AbortSignal;
}

/** Writes the state files of an item's loops into its new checkout, and tells its fresh conversation where it stands. */
export async function rehome(
  { verbsOf, turns }: Pick<GraphPortOptions, 'verbsOf' | 'turns'>,
  { target: { item, address }, delivery, signal }: Rehoming,
): Promise<void> {
  const verbs = await verbsOf({ item, address }, { trigger: delivery, signal });
  if (verbs === null) return;
  const { view, graph } = await openLoop(verbs, { address });
  if (view.currentNode === '') return;
  for (const loop of [address, ...(await verbs.store.innerLoops(address.id))])
    await renderItem(verbs, { address: loop });
  const node = findNode(graph, view.currentNode);
  const isAgents = node?.actor === 'agent' && !node.terminal;
  if (!isAgents || !(await isUnassigned(turns, { verbs, item, address }))) return;
  await assignAgain(verbs, { address, occasion: delivery.deliveryId });
}
