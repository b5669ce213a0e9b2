import { formatRef, parseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type KnownSession } from '../decide/snapshot.ts';
import { type RemoveOutcome } from '../ports.ts';
import { itemCheckouts } from '../records/item-checkouts.ts';
import { endConversations } from './apply-close.ts';
import { type Apply, done, type EffectOf, type EffectPorts, type EffectScope } from './effect-scope.ts';
import { graphTarget } from './graph-target.ts';
import { putComment } from './put-comment.ts';

/**
 * Releases what the item holds on this machine: the graph first, since it writes into the checkout, then conversations,
 * checkouts and the record. Work that exists nowhere else stays, with its record, and the thread is told.
 */
export const applyCleanup: Apply<'cleanup'> = async (ports, effect, scope) => {
  const item = parseRef(effect.item);
  const session = await ports.records.find(item);
  await cleanGraph(ports, { item, cause: effect.cause }, scope);
  if (session !== null) await endConversations(ports, session, 'cleanup');
  const removed = await removeCheckouts(ports, { item, session, confirmed: effect.confirmed }, scope);
  await settleRecord(ports, { item, effect, preserved: removed.preserved });
  tell(ports, { item, effect, session, removed }, scope);
  if (!removed.preserved)
    return done(session === null && removed.removed.length === 0 ? 'nothing-to-clean' : 'cleaned');
  await putComment(ports, preservedNote(effect.item), scope);
  return done('work-preserved');
};

async function cleanGraph(
  { graph }: EffectPorts,
  { item, cause }: { readonly item: WorkItemRef; readonly cause: string },
  { signal }: EffectScope,
): Promise<void> {
  const target = graphTarget(item, null);
  if (target !== null) await graph.cleanup(target, cause, { signal });
}

interface Removal {
  readonly preserved: boolean;
  readonly removed: readonly string[];
}

async function removeCheckouts(
  { workspaces }: EffectPorts,
  request: { readonly item: WorkItemRef; readonly session: KnownSession | null; readonly confirmed: boolean },
  { signal }: EffectScope,
): Promise<Removal> {
  const outcomes: RemoveOutcome[] = [];
  const removed: string[] = [];
  for (const checkout of itemCheckouts(request.item, request.session)) {
    const outcome = await workspaces.remove({ ...checkout, confirmed: request.confirmed }, { signal });
    outcomes.push(outcome);
    if (outcome.kind === 'removed') removed.push(formatRef(checkout.pullRequest?.ref ?? checkout.item));
  }
  return { preserved: outcomes.some((outcome) => outcome.kind === 'preserved'), removed };
}

/** An ended item is forgotten with its command; after a `cleanup` command the command itself is what is remembered. */
async function settleRecord(
  { records }: EffectPorts,
  state: { readonly item: WorkItemRef; readonly effect: EffectOf<'cleanup'>; readonly preserved: boolean },
): Promise<void> {
  await records.change(state.item, { kind: 'close' });
  if (!state.preserved) await records.forget(state.item);
  if (state.effect.cause !== 'command') await records.forgetControl(state.item);
}

function tell(
  { emit }: EffectPorts,
  state: {
    readonly item: WorkItemRef;
    readonly effect: EffectOf<'cleanup'>;
    readonly session: KnownSession | null;
    readonly removed: Removal;
  },
  { event }: EffectScope,
): void {
  emit({
    event: 'session.cleaned',
    level: state.removed.preserved ? 'warning' : 'info',
    work_item: formatRef(state.item),
    actor: event.actor?.login,
    via: state.effect.cause === 'command' ? 'comment' : 'close-event',
    removed: state.removed.removed,
    found: state.session !== null,
    ...(state.removed.preserved ? { error: 'a checkout holds work that exists nowhere else' } : {}),
  });
}

function preservedNote(on: string): Parameters<typeof putComment>[1] {
  return {
    on,
    topic: 'work-preserved',
    purpose: 'hint',
    text:
      'The checkout was kept: it holds work that exists nowhere else. Push it, or comment ' +
      '`the-loop cleanup --confirm` to remove it.',
    once: 'delivery',
  };
}

/** The checkout of an ended item stays until somebody who may destroy it asks. */
export const applyDeferCleanup: Apply<'defer-cleanup'> = (ports, effect, { event }) => {
  ports.emit({
    event: 'cleanup.deferred',
    work_item: effect.item,
    reason: effect.why,
    actor: event.actor?.login,
    closed_as: effect.closing,
    delivery_id: event.deliveryId,
  });
  return Promise.resolve(done('checkout-kept'));
};
