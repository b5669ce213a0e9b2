import { effectKey, findNode, type PendingEffect, plannedEffects } from '@the-loop/graph-core';
import { type EffectResult } from '../effects/effect-performer.ts';
import { performEffects, retryEffects } from '../effects/perform-effects.ts';
import { settleEffects } from '../effects/settle-effects.ts';
import { runEntry } from '../host/run-node-chain.ts';
import { type OpenLoop, openLoop } from './open-loop.ts';
import { type VerbContext, type VerbInput } from './verb-context.ts';

/** A loop whose agent is to be told again what its node demands. */
export interface AssignAgainInput extends VerbInput {
  /** Why, as part of the new assignment's key: the same occasion assigns once. */
  readonly occasion: string;
}

/**
 * Gives the assignment of the node where a loop stands once more, as when its session was ended and another one began. One that was
 * committed and never handed on is handed on instead. False: nothing was assigned. No fact is recorded.
 */
export async function assignAgain(context: VerbContext, input: AssignAgainInput): Promise<boolean> {
  const open = await openLoop(context, input);
  const waiting = open.state.pending.filter(({ node, effect }) => {
    return effect.kind === 'assignment' && node === open.view.currentNode;
  });
  if (waiting.length > 0) {
    const results = await retryEffects(context, open.address, waiting);
    await settleEffects(context, open.address, results);
    return areDone(results);
  }
  return areDone(await performEffects(context, open.address, await repeated(context, open, input.occasion)));
}

function areDone(results: ReadonlyMap<string, EffectResult>): boolean {
  return results.size > 0 && [...results.values()].every(({ kind }) => kind === 'done');
}

async function repeated(context: VerbContext, open: OpenLoop, occasion: string): Promise<PendingEffect[]> {
  const { view, graph, address, at } = open;
  const node = findNode(graph, view.currentNode);
  if (node?.actor !== 'agent' || node.terminal) return [];
  const entry = await runEntry(context, open, { id: node.id });
  const entries = view.nodes[node.id]?.entries ?? 0;
  return (entry === null ? [] : plannedEffects(entry)).flatMap((planned) => {
    const { hook, effect } = planned;
    if (effect.kind !== 'assignment') return [];
    const key = `${effectKey(address, planned, entries)}/again/${occasion}`;
    return [{ key, hook, node: node.id, at, effect, attempts: 0, lastError: '' }];
  });
}
