import { findNode, type LoopAddress } from '@the-loop/graph-core';
import { advance, openLoop, type VerbContext, type VerbReport } from '@the-loop/graph-runtime';

/** A node that its agent has claimed and that waits for something else is looked at once more. */
export async function reconsiderLoop(verbs: VerbContext, address: LoopAddress): Promise<VerbReport | null> {
  const { view, graph, state } = await openLoop(verbs, { address });
  const node = findNode(graph, view.currentNode);
  const claim = state.facts.findLast((fact) => fact.kind === 'claimed' || fact.kind === 'entered');
  if (node?.actor !== 'agent' || claim?.kind !== 'claimed' || claim.status !== 'wait') return null;
  return advance(verbs, { address });
}
