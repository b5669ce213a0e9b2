import { parseRef } from '@the-loop/graph-core';
import { createMemoryStore } from '@the-loop/store';
import { describe, expect, it } from 'vitest';
import { createGatedHeads } from './gated-heads.ts';
import { type GatePlace } from './held-words.ts';

const [ASKED, STATE_ONLY, LATER] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)] as const;
const target = { item: parseRef('github:acme/app#1'), address: { id: 'issue-1', pr: 2 } };
const place: GatePlace = { target, node: 'pr-approval', entry: 1 };
const enteredAt = '2026-01-01T00:00:10Z';

function heads() {
  const made: Readonly<Record<string, number>> = { [ASKED]: 1, [STATE_ONLY]: 20, [LATER]: 30 };
  const start = Date.parse('2026-01-01T00:00:00Z');
  return createGatedHeads({
    records: createMemoryStore({ now: () => new Date(0) }).records,
    isSameWork: (_target, { reviewed, head }) => Promise.resolve(reviewed === ASKED && head === STATE_ONLY),
    isOlder: (_target, sha, than) => Promise.resolve(start + (made[sha] ?? 99) * 1000 <= than),
  });
}

describe('the head that a gate asks about', () => {
  it('is the first that was noted at an entry, and commits that change nothing else', async () => {
    const one = heads();
    await one.note(place, ASKED);
    await one.note(place, LATER);
    const isGated = (headSha: string) => one.isGated({ place, headSha, enteredAt });
    expect(await Promise.all([ASKED, STATE_ONLY, LATER, ''].map(isGated))).toEqual([true, true, false, false]);
  });

  it('is noted anew when the gate is entered again', async () => {
    const one = heads();
    await one.note(place, ASKED);
    const again = { ...place, entry: 2 };
    await one.note(again, LATER);
    expect(await one.isGated({ place: again, headSha: LATER, enteredAt })).toBe(true);
    expect(await one.isGated({ place: again, headSha: ASKED, enteredAt })).toBe(false);
  });

  it('is any commit from before the entry where none was noted', async () => {
    const one = heads();
    expect(await one.isGated({ place, headSha: ASKED, enteredAt })).toBe(true);
    expect(await one.isGated({ place, headSha: LATER, enteredAt })).toBe(false);
  });
});
