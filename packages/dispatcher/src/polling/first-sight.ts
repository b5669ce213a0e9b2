import { type WorkItemRef } from '@the-loop/graph-core';
import { type GithubComment, type GithubItem } from '@the-loop/integrations-github';
import { hasSelfMarker, parseCommand } from '@the-loop/router';
import { type Cycle, isUntold } from './cycle.ts';

/**
 * Whether an old comment of a thread that is seen for the first time is taken in: a command of an authorized person on
 * an open item, newer than its last closing, while nothing was recorded for that item yet. Everything else is history.
 */
export async function isHeldBack(
  cycle: Cycle,
  comment: GithubComment,
  open: ReadonlyMap<number, GithubItem>,
): Promise<boolean> {
  const { author, body, on } = comment;
  const { settings, ports } = cycle;
  const item = on === null ? undefined : open.get(on.number);
  if (item === undefined || author === null || !settings.isAuthorized(author.login) || hasSelfMarker(body))
    return false;
  if (parseCommand(body, settings.control).kind !== 'command') return false;
  if (await isRecorded(ports.records, item.ref)) return false;
  const closedAt = await lastClosing(cycle, item);
  return closedAt === null || Date.parse(comment.createdAt) > Date.parse(closedAt);
}

/** A session owns the item, or somebody's command about it is on record. */
export async function isRecorded(records: Cycle['ports']['records'], ref: WorkItemRef): Promise<boolean> {
  return (await records.owning([ref])).length > 0 || (await records.control(ref)) !== null;
}

/** Where GitHub does not tell, the last change of the item stands for it: too late rather than too early. */
async function lastClosing({ ports, signal }: Cycle, item: GithubItem): Promise<string | null> {
  try {
    return (await ports.github.closer(item.ref, { signal }))?.at ?? null;
  } catch (fault) {
    if (!isUntold(fault)) throw fault;
    return item.stateReason === 'reopened' ? item.updatedAt : null;
  }
}
