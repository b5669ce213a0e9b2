import { type FeedEvent } from '../event-feed.ts';

interface Heard {
  readonly events: readonly FeedEvent[];
  /** The login that the service wrote with. */
  readonly login: string;
}

/** Reasons as a person reads them. What is not here is shown by its own name. */
const SENTENCES: Readonly<Record<string, readonly [title: string, sentence: string]>> = {
  own: ['our own comments and labels', 'GitHub tells us of them as of anybody else’s.'],
  duplicate: ['duplicate delivery', 'GitHub delivered it twice; it was stored once.'],
  'unauthorized-actor': ['not authorized', 'Whoever said it is not in authorizedUsers.'],
  'awaiting-start': ['not started', 'Nobody authorized had asked to start that ticket.'],
  'ignored-action': ['no input', 'Somebody closed, labelled or changed something that says nothing to us.'],
  'edited-comment': ['edited comment', 'Changed words neither command nor approve.'],
  'not-found': ['no such ticket', 'Only a branch name says so, and GitHub knows no such ticket.'],
};

/** What was delivered and changed nothing, grouped by its reason, the most frequent first. */
export function reasonRows(heard: readonly Heard[]): string[][] {
  const counts = new Map<string, number>();
  for (const { events, login } of heard) {
    for (const event of events) {
      const reason = reasonOf(event, login);
      if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort((left, right) => right[1] - left[1])
    .map(([reason, count]) => {
      const [title, sentence] = SENTENCES[reason] ?? [reason, ''];
      return [title, String(count), sentence];
    });
}

function reasonOf({ event, reason, actor }: FeedEvent, login: string): string | null {
  switch (event) {
    case 'inbox.duplicate':
      return 'duplicate';
    case 'routing.linkage_dropped':
    case 'dispatch.dropped':
    case 'routing.dropped':
      return isOwn(String(reason), actor === login) ? 'own' : String(reason);
    default:
      return null;
  }
}

function isOwn(reason: string, byUs: boolean): boolean {
  return reason === 'self-authored' || reason === 'no-news' || (reason === 'ignored-action' && byUs);
}
