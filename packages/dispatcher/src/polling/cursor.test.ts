import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Dated, nextCursor } from './cursor.ts';
import { isoSeconds } from './ledgers.ts';

const SINCE = '2026-01-01T10:00:00Z';
const dated = (createdAt: string, updatedAt = createdAt): Dated => ({ createdAt, updatedAt });

it.each<[string, { entries: readonly Dated[]; failed: readonly Dated[] }, { since: string; etag: string | null }]>([
  [
    'stays with its validator where nothing changed late enough',
    { entries: [dated('2026-01-01T10:00:20Z')], failed: [] },
    { since: SINCE, etag: 'e' },
  ],
  [
    'follows half a minute behind, without a validator',
    { entries: [dated('2026-01-01T10:05:00Z')], failed: [] },
    { since: '2026-01-01T10:04:30Z', etag: null },
  ],
  [
    'stays before what failed',
    { entries: [dated('2026-01-01T10:05:00Z')], failed: [dated('2026-01-01T10:02:00Z', '2026-01-01T10:03:00Z')] },
    { since: '2026-01-01T10:02:00Z', etag: null },
  ],
  [
    'reads again from the change of what was made before it',
    { entries: [dated('2026-01-01T10:05:00Z')], failed: [dated('2026-01-01T09:00:00Z', '2026-01-01T10:03:00Z')] },
    { since: '2026-01-01T10:03:00Z', etag: null },
  ],
])('%s', (_, reading, expected) => {
  expect(nextCursor({ since: SINCE, etag: 'old' }, { ...reading, etag: 'e' })).toEqual(expected);
});

it('never goes back, and never passes what failed', () => {
  const time = fc.integer({ min: 0, max: 7200 }).map((seconds) => isoSeconds(Date.parse(SINCE) + seconds * 1000));
  const entries = fc.array(fc.tuple(time, time).map(([a, b]) => (a < b ? dated(a, b) : dated(b, a))));
  fc.assert(
    fc.property(entries, entries, (read, failed) => {
      const { since } = nextCursor({ since: SINCE, etag: null }, { entries: [...read, ...failed], failed, etag: null });
      return since >= SINCE && failed.every(({ updatedAt }) => updatedAt >= since);
    }),
  );
});
