import { type GithubItem } from '@the-loop/integrations-github';
import { describe, expect, it } from 'vitest';
import { type ItemChange, itemChanges, knownOf } from './item-changes.ts';
import { type KnownItem } from './ledgers.ts';

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00Z`;
const LEDGER = { since: at(10), baseline: at(0) };
const ITEM: GithubItem = {
  ref: { provider: 'github', host: 'github.com', owner: 'octo', repo: 'app', number: 1 },
  kind: 'issue',
  nodeId: 'I_1',
  url: 'https://github.com/octo/app/issues/1',
  title: 'A ticket',
  body: 'words',
  author: { login: 'alice', id: 1 },
  state: 'open',
  stateReason: '',
  labels: [],
  createdAt: at(5),
  updatedAt: at(11),
  closedAt: null,
  closedBy: null,
};
const known = (change: Partial<KnownItem> = {}): KnownItem => ({
  ...knownOf({ item: ITEM, pull: null, armed: false }, {}),
  ...change,
});
const closed = (minute: number) => ({ state: 'closed', closedAt: at(minute) }) as const;

/** What the ledger has, and what is read. */
type Seen = Partial<GithubItem> & { readonly before: KnownItem | null; readonly armed?: boolean };

describe('what became of an item', () => {
  it.each<[string, Seen, ItemChange[]]>([
    ['nothing, where only its time moved', { before: known() }, []],
    ['new', { before: null, createdAt: at(11) }, ['opened']],
    [
      'new, armed and ended in between',
      { before: null, createdAt: at(11), armed: true, ...closed(12) },
      ['opened', 'labeled', 'closed'],
    ],
    ['old and unknown: it was opened again', { before: null }, ['reopened']],
    ['old, unknown and ended long ago', { before: null, ...closed(6) }, []],
    [
      'old, unknown and ended just now: it was opened again between',
      { before: null, ...closed(11) },
      ['reopened', 'closed'],
    ],
    ['ended', { before: known(), ...closed(11) }, ['closed']],
    ['ended, opened and ended again (167)', { before: known(closed(6)), ...closed(11) }, ['reopened', 'closed']],
    ['ended, and only spoken about', { before: known(closed(6)), ...closed(6) }, []],
    ['opened again', { before: known(closed(6)) }, ['reopened']],
    ['armed', { before: known(), armed: true }, ['labeled']],
    ['no longer armed', { before: known({ armed: true }) }, []],
    ['other words', { before: known(), body: 'Closes #2' }, ['edited']],
    ['other words at its end', { before: known(), body: 'x', ...closed(11) }, ['closed']],
  ])('%s', (_, { before, armed = false, ...change }, changes) => {
    expect(itemChanges(before, { item: { ...ITEM, ...change }, pull: null, armed }, LEDGER)).toEqual(changes);
  });

  it('tells a pull request that became ready', () => {
    const pull = { draft: false } as never;
    expect(itemChanges(known({ draft: true }), { item: ITEM, pull, armed: false }, LEDGER)).toEqual([
      'ready_for_review',
    ]);
    expect(itemChanges(known({ draft: null }), { item: ITEM, pull, armed: false }, LEDGER)).toEqual([]);
  });
});
