import { effectKey, type LoopAddress, refKey, specIdFor, type WorkItemRef } from '@the-loop/graph-core';
import { openLoop, type VerbContext } from '@the-loop/graph-runtime';
import { type Turns } from '@the-loop/store';
import { type ItemAccess } from '../wiring/item-access.ts';

/** Turns of one item that are not over: one runs per conversation, and few wait. */
const MOST = 500;

/**
 * Whether the assignment behind a turn is still one: a loop of the item stands at its node, in the same entry, and no claim
 * waits there for something else. An item without a checkout assigns nothing.
 */
export async function isAssigned(
  { verbsOf }: Pick<ItemAccess, 'verbsOf'>,
  item: WorkItemRef,
  turnKey: string,
): Promise<boolean> {
  const id = specIdFor(item);
  const verbs = id === null ? null : await verbsOf(item, { login: 'the-loop' });
  if (verbs === null || id === null) return false;
  for (const address of [{ id }, ...(await verbs.store.innerLoops(id))]) {
    const entry = await openEntry(verbs, address);
    if (entry !== null && turnKey.startsWith(`${refKey(item)}:${entry}`)) return true;
  }
  return false;
}

export interface EntryQuestion {
  readonly verbs: VerbContext;
  readonly item: WorkItemRef;
  readonly address: LoopAddress;
}

/**
 * Whether nobody has been given what the node demands where a loop of an agent stands: no turn of this entry waits or runs, and no
 * claim waits there for something else.
 */
export async function isUnassigned(
  turns: Pick<Turns, 'list'>,
  { verbs, item, address }: EntryQuestion,
): Promise<boolean> {
  const entry = await openEntry(verbs, address);
  if (entry === null) return false;
  for (const status of ['waiting', 'running'] as const) {
    const open = await turns.list({ lane: refKey(item), status, limit: MOST });
    if (open.some(({ key }) => key.startsWith(`${refKey(item)}:${entry}`))) return false;
  }
  return true;
}

/** What the keys of everything begin with that the current entry of a loop asked for; null when its agent is done with it. */
async function openEntry(verbs: VerbContext, address: LoopAddress): Promise<string | null> {
  const { view, state } = await openLoop(verbs, { address });
  const last = state.facts.findLast(({ kind }) => kind === 'claimed' || kind === 'entered');
  if (last?.kind === 'claimed' && last.status === 'wait') return null;
  const node = view.currentNode;
  const planned = { hook: '', node, boundary: 'entry', effect: { kind: 'log', file: '', line: '' } } as const;
  return effectKey(address, planned, view.nodes[node]?.entries ?? 0);
}
