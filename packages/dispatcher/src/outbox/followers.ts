import { type Outbox, type OutboxRow } from '@the-loop/store';
import { type Coalescing } from './perform.ts';

const MOST = 200;
/** One write stays readable, and within what a host takes. */
const MOST_JOINED = 4;

/** Waiting rows of the same lane that become one write with `first`, in their order. A row that was tried before stays alone. */
export async function followersOf(
  outbox: Pick<Outbox, 'list'>,
  first: OutboxRow,
  { now, coalescing }: { readonly now: number; readonly coalescing: Coalescing | undefined },
): Promise<readonly OutboxRow[]> {
  if (coalescing === undefined || first.attempts > 0) return [];
  const waiting = await outbox.list({ status: 'waiting', lane: first.lane, limit: MOST });
  const joined: OutboxRow[] = [];
  for (const next of waiting.toReversed().filter(({ id }) => id > first.id)) {
    const relation = coalescing(first, next);
    if (relation === 'after') break;
    if (relation === 'beside') continue;
    if (next.attempts > 0 || next.notBefore > now) break;
    joined.push(next);
    if (joined.length === MOST_JOINED) break;
  }
  return joined;
}
