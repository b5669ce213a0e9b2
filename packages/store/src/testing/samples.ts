import { type NewDelivery } from '../ports/inbox.ts';
import { type NewOutboxRow } from '../ports/outbox.ts';
import { type NewTurn } from '../ports/turns.ts';

/** A clock that stands still until it is moved. */
export interface TestClock {
  ms: number;
  readonly now: () => Date;
}

/** A clock at a fixed instant. */
export function createTestClock(): TestClock {
  const clock: TestClock = { ms: 1_772_359_200_000, now: () => new Date(clock.ms) };
  return clock;
}

/** A delivery that differs from others by its number. */
export function aDelivery(n: number, over: Partial<NewDelivery> = {}): NewDelivery {
  return {
    host: 'github.com',
    hook: '1',
    guid: `guid-${n}`,
    event: 'issue_comment',
    source: 'webhook',
    receivedAt: 1_772_359_200_000 + n,
    body: new TextEncoder().encode(`{"n":${n}}`),
    bodyDigest: `digest-${n}`,
    ...over,
  };
}

/** A write that differs from others by its number. */
export function aWrite(n: number, over: Partial<NewOutboxRow> = {}): NewOutboxRow {
  return {
    key: `op-${n}`,
    lane: 'github-octo-app-7',
    host: 'github.com',
    kind: 'comment',
    payload: { body: `text ${n}` },
    createdAt: n,
    source: { item: 'issue-7' },
    ...over,
  };
}

/** A turn that differs from others by its number. */
export function aTurn(n: number, over: Partial<NewTurn> = {}): NewTurn {
  return { key: `turn-${n}`, endpoint: 'main', lane: 'lane', kind: 'event', prompt: `do ${n}`, createdAt: n, ...over };
}
