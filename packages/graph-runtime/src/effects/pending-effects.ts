import { type LoopAddress, type PendingEffect } from '@the-loop/graph-core';
import { tellDegraded } from '../verbs/tell-degraded.ts';
import { type VerbContext } from '../verbs/verb-context.ts';
import { degradedOf } from './degraded-of.ts';
import { retryEffects } from './perform-effects.ts';
import { settleEffects } from './settle-effects.ts';

/** A write that waits, and the loop it belongs to. */
export interface WaitingEffect {
  readonly address: LoopAddress;
  readonly pending: PendingEffect;
}

async function waitingIn(context: VerbContext, address: LoopAddress): Promise<WaitingEffect[]> {
  const { state } = await context.store.load(address);
  return state.pending.map((pending) => ({ address, pending }));
}

/** Effects of one item and its inner loops that are stored and not done, in their order. */
export async function pendingEffectsOf(context: VerbContext, id: string): Promise<readonly WaitingEffect[]> {
  const addresses = [{ id }, ...(await context.store.innerLoops(id))];
  return (await Promise.all(addresses.map((address) => waitingIn(context, address)))).flat();
}

/** What waits in all items; an item that cannot be read is named and holds up no other. */
export interface AllPending {
  readonly waiting: readonly WaitingEffect[];
  readonly unreadable: readonly { readonly id: string; readonly error: unknown }[];
}

/** Every stored effect of every item: what a service reconciles when it starts. */
export async function pendingEffects(context: VerbContext): Promise<AllPending> {
  const waiting: WaitingEffect[] = [];
  const unreadable: { readonly id: string; readonly error: unknown }[] = [];
  for (const id of await context.store.list()) {
    try {
      waiting.push(...(await pendingEffectsOf(context, id)));
    } catch (error) {
      unreadable.push({ id, error });
    }
  }
  return { waiting, unreadable };
}

/** Carries out again what waits in an item, and tells what is done in part only. Answers how many are done now and how many still wait. */
export async function flushEffects(
  context: VerbContext,
  id: string,
): Promise<{ readonly done: number; readonly waiting: number }> {
  let done = 0;
  let waiting = 0;
  for (const address of [{ id }, ...(await context.store.innerLoops(id))]) {
    const { state } = await context.store.load(address);
    if (state.pending.length === 0) continue;
    const results = await retryEffects(context, address, state.pending);
    const { open, state: after, ended } = await settleEffects(context, address, results);
    tellDegraded(context, open, degradedOf(ended, results));
    done += [...results.values()].filter(({ kind }) => kind === 'done').length;
    waiting += after.pending.length;
  }
  return { done, waiting };
}
