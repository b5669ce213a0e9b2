import { type GraphDelivery, type GraphTarget } from '@the-loop/dispatcher';
import { findNode } from '@the-loop/graph-core';
import { assignAgain, openLoop, renderItem, type VerbContext } from '@the-loop/graph-runtime';
import { type Turns } from '@the-loop/store';
import { type Occasion } from '../wiring/item-access.ts';
import { isUnassigned } from './is-assigned.ts';

interface RehomingPorts {
  /** The verbs of an item; null when the service has no checkout of it. */
  readonly verbsOf: (target: GraphTarget, occasion: Occasion) => Promise<VerbContext | null>;
  readonly turns: Pick<Turns, 'list'>;
}

interface Rehoming {
  readonly target: GraphTarget;
  readonly delivery: GraphDelivery;
  readonly signal: AbortSignal;
}

/** Writes the state files of an item's loops into its new checkout, and tells its fresh conversation where it stands. */
export async function rehome(
  { verbsOf, turns }: RehomingPorts,
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
