import { formatRef } from '@the-loop/graph-core';
import { type GithubActor, type GithubItemEvent } from '@the-loop/integrations-github';
import { logicalKeyOf } from '@the-loop/router';
import { digestOf, type Happening, RANK } from './happening.ts';
import { type ItemChange } from './item-changes.ts';
import { type Actor, framed, itemParts } from './payloads.ts';
import { type Thread } from './thread.ts';

export interface ItemScene {
  readonly thread: Thread;
  /** The arming label. */
  readonly label: string;
  /** Who ended it; null where GitHub does not say. */
  readonly closedBy: GithubActor | null;
  /** Who did what to it, oldest first; null where GitHub does not tell. */
  readonly deeds: readonly GithubItemEvent[] | null;
}

/** What a webhook would have told about a change of an item itself. */
export function itemHappening(change: ItemChange, scene: ItemScene): Happening {
  const { item, pull } = scene.thread;
  const event = pull === null ? 'issues' : 'pull_request';
  const at = timeOf(change, scene);
  const stem = `poll:${event}:${formatRef(item.ref)}:${change}:${at}`;
  const payload = { ...framed(change, scene.thread, actorOf(change, scene)), ...partsOf(change, scene, at) };
  const logicalKey = logicalKeyOf(event, payload);
  return {
    event,
    guid: change === 'labeled' ? `${stem}:${digestOf(scene.label)}` : stem,
    on: item.ref,
    at,
    ...(logicalKey === null ? {} : { logicalKey }),
    rank: rankOf(change, pull !== null),
    order: 0,
    payload,
    arms: change === 'labeled',
    ...(change === 'closed' ? { told: closureOf(scene) } : {}),
  };
}

function timeOf(change: ItemChange, scene: ItemScene): string {
  const { item } = scene.thread;
  if (change === 'opened') return item.createdAt;
  if (change === 'closed') return item.closedAt ?? item.updatedAt;
  return deedOf(change, scene)?.at ?? item.updatedAt;
}

/** The latest deed that made this change. */
function deedOf(change: ItemChange, { deeds, label }: ItemScene): GithubItemEvent | undefined {
  return deeds?.findLast((deed) => deed.kind === change && (change !== 'labeled' || deed.label === label));
}

function rankOf(change: ItemChange, isPull: boolean): number {
  if (change === 'opened') return RANK.opened;
  if (change !== 'closed') return RANK.changed;
  return isPull ? RANK.pullEnded : RANK.ticketEnded;
}

/** Who made a change. Where GitHub does not say, the author stands for them: who may not command, arms nothing. */
export function actorOf(change: ItemChange, scene: ItemScene): Actor | null {
  const { thread, closedBy } = scene;
  if (change === 'closed') return thread.pull?.merged === true ? thread.pull.mergedBy : closedBy;
  const deed = deedOf(change, scene);
  return deed === undefined ? thread.item.author : deed.by;
}

function partsOf(change: ItemChange, { thread, label }: ItemScene, at: string): Readonly<Record<string, unknown>> {
  // As it was when it was opened: what ended it since is told by an event of its own.
  if (change === 'opened') {
    const opened = { state: 'open', closed_at: null, updated_at: at };
    return itemParts(thread, thread.pull === null ? opened : { ...opened, merged: false, merged_at: null });
  }
  const changed = change === 'closed' ? {} : { updated_at: at };
  return { ...itemParts(thread, changed), ...(change === 'labeled' ? { label: { name: label } } : {}) };
}

function closureOf({ thread }: ItemScene): NonNullable<Happening['told']> {
  const { item, pull } = thread;
  const state = pull?.merged === true ? 'merged' : 'closed';
  return { event: 'poll.closure_detected', work_item: formatRef(item.ref), state, kind: item.kind };
}
