import { type Emit } from '@the-loop/events';
import { formatRef, loginKey } from '@the-loop/graph-core';
import { type Dropped, type RoutedEvent } from '@the-loop/router';
import { deliveryFields } from '../apply/delivery-fields.ts';
import { type Decision } from '../decide/decision.ts';
import { reasonClass } from '../decide/reasons.ts';

/** Says that a guard ended a delivery. */
export function tellDrop(
  emit: Emit,
  delivery: { readonly event: string; readonly guid: string },
  dropped: Dropped,
): void {
  emit({
    event: 'routing.dropped',
    level: dropped.reason === 'unauthorized-actor' || dropped.reason === 'no-author' ? 'warning' : 'debug',
    reason: dropped.reason,
    gh_event: delivery.event,
    action: dropped.action,
    delivery_id: delivery.guid,
    actor: dropped.actor?.login,
    work_items: dropped.links.map((link) => formatRef(link.ref)),
  });
  tellViolation(emit, delivery, dropped);
}

/** Names a command that came under a login of ours and is not ours. */
function tellViolation(
  emit: Emit,
  delivery: { readonly event: string; readonly guid: string },
  { attempted, actor, links }: Dropped,
): void {
  if (attempted === undefined || actor === null) return;
  emit({
    event: 'security.identity_violation',
    gh_event: delivery.event,
    delivery_id: delivery.guid,
    actor: actor.login,
    command: attempted,
    work_items: links.map((link) => formatRef(link.ref)),
  });
}

/** Names an account that was refused because the login it has was another account's before. */
export function tellImpostor(
  emit: Emit,
  delivery: { readonly event: string; readonly guid: string },
  { dropped, pinnedIds }: { readonly dropped: Dropped; readonly pinnedIds: ReadonlyMap<string, number> },
): void {
  const { actor, reason } = dropped;
  const pinned = actor === null ? undefined : pinnedIds.get(loginKey(actor.login));
  if (reason !== 'unauthorized-actor' || actor === null || pinned === undefined || actor.id === pinned) return;
  emit({
    event: 'routing.identity_refused',
    gh_event: delivery.event,
    delivery_id: delivery.guid,
    actor: actor.login,
    pinned_id: pinned,
    ...(actor.id === null ? {} : { actor_id: actor.id }),
  });
}

/** Says that a delivery passed the guards. */
export function tellRouted(emit: Emit, event: RoutedEvent): void {
  emit({
    event: 'routing.routed',
    ...deliveryFields(event),
    action: event.action,
    actor: event.actor?.login,
    work_items: workItems(event),
    labeled: event.labeled,
  });
}

/** Says what was decided; commands, refusals and drops by their own names too. */
export function tellDecision(emit: Emit, event: RoutedEvent, decision: Decision): void {
  emit({
    event: 'dispatch.decided',
    ...deliveryFields(event),
    work_item: workItems(event)[0],
    reason: decision.reason,
    effects: decision.effects.map((effect) => effect.kind),
  });
  if (decision.settle === 'dropped') tellNothingDone(emit, event, decision);
  tellCommand(emit, event, decision);
}

function tellNothingDone(emit: Emit, event: RoutedEvent, { reason }: Decision): void {
  const level = reason === 'work-item-not-found' || reason === 'no-work-item' ? 'warning' : 'info';
  emit({ event: 'dispatch.dropped', level, reason, work_items: workItems(event), ...deliveryFields(event) });
}

function tellCommand(emit: Emit, event: RoutedEvent, decision: Decision): void {
  const { command, actor } = event;
  const common = { actor: actor?.login, delivery_id: event.deliveryId };
  const work_items = workItems(event);
  switch (command.kind) {
    case 'none':
      return;
    case 'ambiguous':
      emit({ event: 'control.ambiguous', ...common, work_items, commands: command.commands });
      return;
    case 'near-miss':
      emit({ event: 'control.near_miss', ...common, work_items, command: command.command });
      return;
    case 'command': {
      const named = { ...common, command: command.command, via: 'comment' } as const;
      const { reason } = decision;
      if (reasonClass(reason) === 'acts') {
        emit({ event: 'control.command', ...named, work_item: itemOf(decision, event), effect: reason });
      } else {
        emit({ event: 'control.rejected', ...named, work_items, reason });
      }
    }
  }
}

/** The item the command acted on; the first one named where it acted on none. */
function itemOf(decision: Decision, event: RoutedEvent): string {
  const about = decision.effects.find((effect) => 'item' in effect);
  return about !== undefined && 'item' in about ? about.item : (workItems(event)[0] ?? '');
}

function workItems(event: RoutedEvent): readonly string[] {
  return event.links.map((link) => formatRef(link.ref));
}
