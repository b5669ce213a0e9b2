import { formatRef, type WorkItemRef } from '@the-loop/graph-core';
import { type GithubSurvey } from '@the-loop/integrations-github';
import { transferredIssueEvent } from '@the-loop/router';
import { attempt, type Cycle } from './cycle.ts';
import { type Happening, RANK } from './happening.ts';
import { type ItemLedger, isoSeconds, type KnownItem } from './ledgers.ts';
import { type ItemsReading } from './read-items.ts';

/**
 * Asks where tickets went that are not in the repository any more: once each, and again only where GitHub gave no answer. What
 * was transferred is told as GitHub tells it; what was deleted, or is hidden from us, is left alone.
 */
export async function readAbsent(
  cycle: Cycle,
  { absent, id }: Pick<GithubSurvey, 'absent' | 'id'>,
  ledger: ItemLedger,
): Promise<ItemsReading> {
  if (absent.length === 0) return { happenings: [], ledger };
  const items: Record<string, KnownItem> = { ...ledger.items };
  const happenings: Happening[] = [];
  for (const number of absent) {
    const from: WorkItemRef = { provider: 'github', ...cycle.repository, number };
    const read = await attempt(cycle, from, () => cycle.ports.github.getItem(from, { signal: cycle.signal }));
    const known = items[number];
    if (read === null || known === undefined || read.value.kind === 'found') continue;
    const to = read.value.kind === 'moved' && read.value.ref.host === from.host ? read.value.ref : null;
    if (to === null) items[number] = { ...known, gone: true };
    else {
      Reflect.deleteProperty(items, String(number));
      happenings.push(transferHappening({ from, to, repositoryId: id, now: cycle.ports.clock.now() }));
    }
  }
  return { happenings, ledger: { ...ledger, items } };
}

interface Transfer {
  readonly from: WorkItemRef;
  readonly to: WorkItemRef;
  readonly repositoryId: number;
  readonly now: number;
}

/** GitHub does not say when: what was read with it is older. */
function transferHappening({ from, to, repositoryId, now }: Transfer): Happening {
  const guid = `poll:issues:${formatRef(from)}:transferred:${formatRef(to)}`;
  const order = { at: isoSeconds(now), rank: RANK.ticketEnded, order: 0 };
  return { ...transferredIssueEvent({ from, to, repositoryId }), guid, on: from, ...order };
}
