import { type LoopAddress, safeParseRef, type WorkItemRef } from '@the-loop/graph-core';

/** The pull request of an inner loop; null for the loop of the item itself. */
export function pullRequestOf(item: WorkItemRef, { pr, prRepo }: LoopAddress): WorkItemRef | null {
  if (pr === undefined) return null;
  if (prRepo === undefined) return { ...item, number: pr };
  const parsed = safeParseRef(
    `${item.provider}:${prRepo.split('/').length === 3 ? '' : `${item.host}/`}${prRepo}#${pr}`,
  );
  return parsed.ok ? parsed.value : null;
}
