import { type FeedEvent, fieldOf } from '../event-feed.ts';

/** Comments, labels and requests to reviewers; a sign on a comment is small, and GitHub tells nobody of it. */
const REACTION = 'reaction';
const MADE: ReadonlySet<string> = new Set(['outbox.performed', 'outbox.adopted']);
const BOUNDARIES: ReadonlySet<string> = new Set(['graph.started', 'graph.advanced', 'graph.cleaned']);

/**
 * The most writes to GitHub that one boundary led to, reactions apart. A loop's writes are stored right after it crossed a boundary;
 * several that became one on GitHub count as one.
 */
export function mostWritesAtOneBoundary(events: readonly FeedEvent[]): number {
  const crossings = new Map<string, number>();
  const boundaryOf = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const event of events) {
    const loop = loopOf(event);
    const key = fieldOf(event, 'op_key');
    if (BOUNDARIES.has(event.event)) crossings.set(loop, (crossings.get(loop) ?? 0) + 1);
    else if (event.event === 'outbox.queued') boundaryOf.set(key, `${loop} ${crossings.get(loop) ?? 0}`);
    const boundary = boundaryOf.get(key);
    if (!MADE.has(event.event) || event['kind'] === REACTION || boundary === undefined) continue;
    counts.set(boundary, (counts.get(boundary) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** Boundaries name a ref, keys of writes begin with the same in another form: `github~owner~repo~n:…`. Answers to people have other keys. */
function loopOf(event: FeedEvent): string {
  const ref = fieldOf(event, 'pull_request') || fieldOf(event, 'work_item');
  const key = fieldOf(event, 'op_key');
  return key === '' ? ref.replaceAll(/[:/#]/g, '~') : (key.split(':')[0] ?? '');
}
