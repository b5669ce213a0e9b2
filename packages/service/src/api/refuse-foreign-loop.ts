import { type OperatorConfig } from '@the-loop/config';
import { graphTarget, type SessionRecords } from '@the-loop/dispatcher';
import { LoopError, parseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { isNamed } from '../config/is-named.ts';
import { type ServiceErrorCode } from '../errors.ts';
import { pullRequestOf } from '../items/pull-request-of.ts';

export interface ForeignLoopOptions {
  readonly config: () => Pick<OperatorConfig, 'polling' | 'policy' | 'workspace'>;
  readonly sessions: Pick<SessionRecords, 'find'>;
}

/**
 * Refuses to enter the loop of a pull request in another repository than its item's, unless that pull request is bound to
 * the item or the operator's configuration names the repository: what a loop posts goes there. Throws `SERVICE_FORBIDDEN`.
 */
export async function refuseForeignLoop(
  { config, sessions }: ForeignLoopOptions,
  item: WorkItemRef,
  input: unknown,
): Promise<void> {
  const { pr, prRepo } = input as { readonly pr?: unknown; readonly prRepo?: unknown };
  if (typeof pr !== 'number' || typeof prRepo !== 'string') return;
  const target = pullRequestOf(item, { id: '', pr, prRepo });
  // What is no repository is refused by the verb itself; one of the item's own is no other.
  if (target === null || graphTarget(item, target)?.address.prRepo === undefined || isNamed(config(), target)) return;
  const session = await sessions.find(item);
  if (session?.record.bindings.some(({ ref }) => sameRef(parseRef(ref), target)) === true) return;
  throw new LoopError<ServiceErrorCode>('SERVICE_FORBIDDEN', `nobody vouched for writing to ${prRepo}`, {
    remedy: `list ${prRepo} under policy.writableRepositories, or run: the-loop sessions link-pr <item> --pull-request ${prRepo}#${pr}`,
  });
}
