import { formatRef, LoopError, parseRef, refKey, sameRef } from '@the-loop/graph-core';
import { repositoryIdOf } from '@the-loop/sessions';
import { isArming } from '../decide/command-class.ts';
import { type KnownSession } from '../decide/snapshot.ts';
import { type DispatcherErrorCode } from '../errors.ts';
import { hearAgain } from '../moves/hear-again.ts';
import { type ItemMove } from '../moves/item-move.ts';
import { itemAfter } from '../moves/loop-name.ts';
import { type CheckoutRequest } from '../ports.ts';
import { itemCheckouts } from '../records/item-checkouts.ts';
import { isOfEvent } from '../records/repository-ids.ts';
import { deliveryFields } from './delivery-fields.ts';
import { type Apply, done, type EffectOf, type EffectPorts, type EffectScope } from './effect-scope.ts';
import { holdFormer } from './hold-former.ts';
import { putComment } from './put-comment.ts';
import { relocate } from './relocate.ts';

/**
 * Everything that is kept of what has another name follows it, at once and while no agent works on it. An item in another
 * repository gets a checkout of that one, unless the operator's configuration does not name it: then it waits for a person.
 */
export const applyRekey: Apply<'rekey'> = async (ports, effect, scope) => {
  const move = await moveOf(ports, effect, scope);
  if ((await rename(ports, move)) === 'taken') {
    await holdFormer(ports, move, scope);
    return done('held');
  }
  const after = itemAfter(move);
  const session = await ports.records.find(after);
  await followCheckouts(ports, move, { session, signal: scope.signal });
  ports.emit({ event: 'routing.rekeyed', work_item: effect.from, to: effect.to, ...deliveryFields(scope.event) });
  if (move.holds && session !== null) await tellHeld(ports, move, scope);
  else await relocate(ports, after, scope);
  if (session !== null) await hearEarly(ports, { move, session }, scope);
  ports.conversations.letGo(refKey(move.item));
  ports.conversations.letGo(refKey(after));
  return done(move.holds ? 'held' : 'rekeyed');
};

/** A renamed repository keeps its id; one that an item went to has another. */
async function hearEarly(
  ports: EffectPorts,
  { move, session }: { readonly move: ItemMove; readonly session: KnownSession },
  { event }: EffectScope,
): Promise<void> {
  const { to, of } = move;
  const told = isOfEvent(to, event) ? event.repositoryId : null;
  const repositoryId = of === 'repository' ? (move.repositoryId ?? told) : told;
  const since = Date.parse(session.record.createdAt);
  const wantsWork = event.command.kind === 'command' && isArming(event.command.command);
  await hearAgain(ports, { to, repositoryId, since, mayEnd: !wantsWork });
}

async function moveOf(
  { records }: EffectPorts,
  effect: EffectOf<'rekey'>,
  { event, settings }: EffectScope,
): Promise<ItemMove> {
  const item = parseRef(effect.item);
  const from = parseRef(effect.from);
  const to = parseRef(effect.to);
  const told = isOfEvent(from, event) ? event.repositoryId : null;
  return {
    ...{ item, from, to, of: effect.of },
    repositoryId: told ?? (await knownId(records, { item, from, to, of: effect.of })),
    holds: isElsewhere({ item, from, to, of: effect.of }) && !settings.takesOver(to),
  };
}

/** Work would go to others than before: an item left its repository, or a repository of the item's has another owner. */
function isElsewhere({ item, from, to, of }: Pick<ItemMove, 'item' | 'from' | 'to' | 'of'>): boolean {
  if (of === 'item') return sameRef(item, from);
  return from.owner.toLowerCase() !== to.owner.toLowerCase();
}

/** What was told of the repository before; asked again, it is found under the new name. */
async function knownId(
  records: EffectPorts['records'],
  move: Pick<ItemMove, 'item' | 'from' | 'to' | 'of'>,
): Promise<number | null> {
  const { item, from, to, of } = move;
  const session = await records.find(item);
  if (session !== null && repositoryIdOf(session.record, from) !== null) return repositoryIdOf(session.record, from);
  const after = of === 'repository' ? await records.find(itemAfter(move)) : null;
  return after === null ? null : repositoryIdOf(after.record, to);
}

async function rename({ moves, conversations }: EffectPorts, move: ItemMove): Promise<'renamed' | 'taken'> {
  const outcome = await moves.move(move);
  if (outcome !== 'busy') return outcome;
  conversations.hold(refKey(move.item));
  throw new LoopError<DispatcherErrorCode>(
    'DISPATCH_ITEM_BUSY',
    `${formatRef(move.item)} has another name, and an agent or a write is at work on it`,
    { remedy: 'Nothing to do: it follows when that is over.' },
  );
}

/** Checkouts that are of the repository still; that of an item that left its repository is not. */
async function followCheckouts(
  { workspaces }: EffectPorts,
  move: ItemMove,
  { session, signal }: { readonly session: KnownSession | null; readonly signal: AbortSignal },
): Promise<void> {
  const { item, of } = move;
  const isItem = sameRef(item, move.from);
  for (const after of itemCheckouts(itemAfter(move), session)) {
    const own = after.pullRequest === null;
    const follows = own ? isItem && of === 'repository' : isItem || sameRef(after.pullRequest.ref, move.to);
    if (follows) await workspaces.follow({ before: before(after, move), after }, { signal });
  }
}

function before({ pullRequest }: CheckoutRequest, { item, from, to }: ItemMove): CheckoutRequest {
  if (pullRequest === null) return { item, pullRequest };
  return { item, pullRequest: { ...pullRequest, ref: sameRef(pullRequest.ref, to) ? from : pullRequest.ref } };
}

/** An item that nobody works on any longer needs no words. */
async function tellHeld(ports: EffectPorts, move: ItemMove, scope: EffectScope): Promise<void> {
  const on = formatRef(itemAfter(move));
  const from = formatRef(move.from);
  ports.emit({ event: 'session.held', work_item: on, from, reason: 'repository-not-named' });
  await putComment(ports, { on, topic: 'moved', purpose: 'hint', text: heldText(move), once: 'delivery' }, scope);
}

function heldText({ item, from, to, of }: ItemMove): string {
  const { owner, repo } = to;
  const itself = of === 'item' ? 'came from another repository' : 'is in a repository that has another owner';
  const what = sameRef(item, from) ? itself : 'has a pull request in a repository that has another owner';
  return (
    `This work item ${what}, and the operator's configuration does not name ${owner}/${repo} ` +
    '(`policy.writableRepositories`, `polling.repositories` or `workspace.remotes`). Nobody works on it here. ' +
    'An authorized person can let it go on: comment `the-loop resume`.'
  );
}
