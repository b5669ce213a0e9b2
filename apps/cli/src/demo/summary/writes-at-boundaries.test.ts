import { expect, it } from 'vitest';
import { type FeedEvent } from '../event-feed.ts';
import { mostWritesAtOneBoundary } from './writes-at-boundaries.ts';

const ITEM = { work_item: 'github:acme/app#1' };
const key = (name: string): string => `github~acme~app~1:issue-1/${name}`;

function log(...told: readonly Readonly<Record<string, unknown>>[]): FeedEvent[] {
  return told.map((fields, id) => ({ id, ts: '', event: '', level: 'info', ...fields }));
}

const crossed = { event: 'graph.advanced', ...ITEM };
const queued = (name: string, kind: string) => ({ event: 'outbox.queued', op_key: key(name), kind });
const made = (name: string, kind: string) => ({ event: 'outbox.performed', op_key: key(name), kind });

it('counts the writes of each boundary, however late they are made', () => {
  const first = [queued('work#1/entry/label', 'label'), queued('work#1/entry/ask', 'comment')];
  const second = [queued('review#1/entry/ask', 'comment'), queued('review#1/entry/label', 'label')];
  const third = [...second, queued('review#1/entry/more', 'comment')];
  const ends = (rows: readonly ReturnType<typeof queued>[]) =>
    rows.map((row) => ({ ...row, event: 'outbox.performed' }));
  expect(mostWritesAtOneBoundary(log(crossed, ...first, crossed, ...second, ...ends([...first, ...second])))).toBe(2);
  expect(mostWritesAtOneBoundary(log(crossed, ...first, crossed, ...third, ...ends([...first, ...third])))).toBe(3);
});

it('leaves out reactions, answers to people, and writes that became part of another', () => {
  const events = log(
    crossed,
    queued('work#1/entry/ask', 'comment'),
    queued('work#1/entry/sign', 'reaction'),
    queued('work#1/entry/more', 'comment'),
    { event: 'outbox.queued', op_key: 'reply/github~acme~app~1/status/d', kind: 'comment' },
    { event: 'outbox.performed', op_key: 'reply/github~acme~app~1/status/d', kind: 'comment' },
    made('work#1/entry/ask', 'comment'),
    { event: 'outbox.coalesced', op_key: key('work#1/entry/more'), kind: 'comment' },
    made('work#1/entry/sign', 'reaction'),
  );
  expect(mostWritesAtOneBoundary(events)).toBe(1);
});

it('does not mix the boundaries of a pull request with those of its item', () => {
  const inner = { op_key: 'github~acme~infra~1:issue-1/acme__infra/pr-1/work#1/entry/ask', kind: 'comment' };
  const events = log(
    crossed,
    { ...crossed, pull_request: 'github:acme/infra#1' },
    queued('work#1/entry/ask', 'comment'),
    { event: 'outbox.queued', ...inner },
    made('work#1/entry/ask', 'comment'),
    { event: 'outbox.performed', ...inner },
  );
  expect(mostWritesAtOneBoundary(events)).toBe(1);
});
