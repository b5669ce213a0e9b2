import { formatRef } from '@the-loop/graph-core';
import { type GithubItem } from '@the-loop/integrations-github';
import { type Cycle } from './cycle.ts';
import { isRecorded } from './first-sight.ts';
import { type Happening } from './happening.ts';
import { knownOf } from './item-changes.ts';
import { createItemDeeds } from './item-deeds.ts';
import { actorOf, itemHappening } from './item-happenings.ts';
import { advanced, type ItemLedger, isoSeconds } from './ledgers.ts';
import { type ItemsReading, isArmed } from './read-items.ts';

/** The ledger of a repository whose open items are these, and nothing else is known. */
function firstLedger(items: readonly GithubItem[], options: { readonly label: string; readonly now: number }) {
  const latest = items.map(({ updatedAt }) => Date.parse(updatedAt)).reduce((max, time) => Math.max(max, time), 0);
  const baseline = isoSeconds(latest === 0 ? options.now : latest);
  const known = items.map((item) => {
    return [item.ref.number, knownOf({ item, pull: null, armed: isArmed(item, options.label) }, {})] as const;
  });
  const since = advanced('1970-01-01T00:00:00Z', [baseline]);
  const ledger: ItemLedger = { since, etag: null, baseline, items: Object.fromEntries(known), recheck: [] };
  return ledger;
}

/**
 * Tells of armed tickets that were open before anybody looked, as if the label had just been added. Not of those whose
 * commands are taken in, which ask for themselves, nor of those that are known.
 */
export async function firstItems(
  cycle: Cycle,
  items: readonly GithubItem[],
  held: ReadonlySet<number>,
): Promise<ItemsReading> {
  const { settings, ports } = cycle;
  const happenings: Happening[] = [];
  const armed = items.filter(
    (each) => each.kind === 'issue' && isArmed(each, settings.label) && !held.has(each.ref.number),
  );
  const deeds = createItemDeeds(cycle, armed);
  for (const item of armed) {
    const session = await ports.records.owning([item.ref]);
    if (session.length > 0) continue;
    const thread = { item, pull: null, closing: null };
    const scene = { thread, label: settings.label, closedBy: null, deeds: await deeds.of(item.ref.number) };
    const labeller = actorOf('labeled', scene);
    const mayStart = labeller !== null && settings.isAuthorized(labeller.login);
    if (mayStart || (await isRecorded(ports.records, item.ref))) happenings.push(itemHappening('labeled', scene));
    else ports.emit({ event: 'poll.unauthorized', work_item: formatRef(item.ref), actor: labeller?.login ?? '' });
  }
  return { happenings, ledger: firstLedger(items, { label: settings.label, now: ports.clock.now() }) };
}
