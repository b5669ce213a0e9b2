import { formatRef } from '@the-loop/graph-core';
import { type GithubActor } from '@the-loop/integrations-github';
import { digestOf, type Happening, RANK } from './happening.ts';
import { type ItemChange } from './item-changes.ts';
import { framed, itemParts } from './payloads.ts';
import { type Thread } from './thread.ts';

export interface ItemScene {
  readonly thread: Thread;
  /** The arming label. */
  readonly label: string;
  /** Who ended it; null where GitHub does not say. */
  readonly closedBy: GithubActor | null;
}

/** What a webhook would have told about a change of an item itself. */
export function itemHappening(change: ItemChange, scene: ItemScene): Happening {
  const { item, pull } = scene.thread;
  const event = pull === null ? 'issues' : 'pull_request';
  const at = timeOf(change, scene);
  const stem = `poll:${event}:${formatRef(item.ref)}:${change}:${at}`;
  return {
    event,
    guid: change === 'labeled' ? `${stem}:${digestOf(scene.label)}` : stem,
    on: item.ref,
    at,
    logicalKey: `${event}:${item.nodeId}:${change}:${at}${change === 'labeled' ? `:${scene.label.slice(0, 100)}` : ''}`,
    rank: rankOf(change, pull !== null),
    order: 0,
    payload: { ...framed(change, scene.thread, actorOf(change, scene)), ...partsOf(change, scene, at) },
    ...(change === 'closed' ? { told: closureOf(scene) } : {}),
  };
}

function timeOf(change: ItemChange, { thread: { item } }: ItemScene): string {
  if (change === 'opened') return item.createdAt;
  return change === 'closed' ? (item.closedAt ?? item.updatedAt) : item.updatedAt;
}

function rankOf(change: ItemChange, isPull: boolean): number {
  if (change === 'opened') return RANK.opened;
  if (change !== 'closed') return RANK.changed;
  return isPull ? RANK.pullEnded : RANK.ticketEnded;
}

/** GitHub's lists do not say who labeled or edited, so the author stands for them: who may not command, arms nothing. */
function actorOf(change: ItemChange, { thread, closedBy }: ItemScene): GithubActor | null {
  if (change !== 'closed') return thread.item.author;
  return thread.pull?.merged === true ? thread.pull.mergedBy : closedBy;
}

function partsOf(change: ItemChange, { thread, label }: ItemScene, at: string): Readonly<Record<string, unknown>> {
  // As it was when it was opened: what ended it since is told by an event of its own.
  if (change === 'opened') {
    const opened = { state: 'open', closed_at: null, updated_at: at };
    return itemParts(thread, thread.pull === null ? opened : { ...opened, merged: false, merged_at: null });
  }
  return { ...itemParts(thread), ...(change === 'labeled' ? { label: { name: label } } : {}) };
}

function closureOf({ thread }: ItemScene): NonNullable<Happening['told']> {
  const { item, pull } = thread;
  const state = pull?.merged === true ? 'merged' : 'closed';
  return { event: 'poll.closure_detected', work_item: formatRef(item.ref), state, kind: item.kind };
}
