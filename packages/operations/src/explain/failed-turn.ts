import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { type Turns } from '@the-loop/store';
import { instant } from '../render/instant.ts';

/** How the last turn of a work item failed. */
export interface FailedTurn {
  /** One word of the runner's, such as `not-started`. */
  readonly outcome: string;
  readonly note: string;
  /** ISO 8601, UTC. */
  readonly endedAt: string;
}

/** Words for a failed turn: what happened, and why as far as that is known. */
export function failedTurnText({ outcome, note }: Pick<FailedTurn, 'outcome' | 'note'>): string {
  const what = outcome === 'not-started' ? 'the last turn did not start' : `the last turn failed (${outcome})`;
  return note === '' ? what : `${what}: ${note}`;
}

const FAILED = /^failed: (.+)$/;

/** The last turn of an item that ended, where that failed. */
export async function failedTurn(turns: Pick<Turns, 'list'>, item: WorkItemRef): Promise<FailedTurn | null> {
  const [last] = await turns.list({ lane: refKey(item), status: 'finished', limit: 1 });
  const outcome = FAILED.exec(last?.outcome ?? '')?.[1];
  if (last === undefined || outcome === undefined) return null;
  return { outcome, note: last.note, endedAt: instant(last.finishedAt ?? last.createdAt) };
}
