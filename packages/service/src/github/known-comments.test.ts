import { parseRef } from '@the-loop/graph-core';
import { createMemoryStore } from '@the-loop/store';
import { expect, it } from 'vitest';
import { createKnownComments } from './known-comments.ts';

it('knows its comments under the name that a repository has by now, after a restart too', async () => {
  const { records } = createMemoryStore({ now: () => new Date(0) });
  const comments = createKnownComments(records);
  await comments.add('github:acme/app#1', { id: '5', purpose: 'phase-checklist' });
  await comments.add('github:acme/app2#1', { id: '6', purpose: 'audit' });
  await comments.follow(parseRef('github:Acme/App#1'), parseRef('github:acme/next#1'));
  const again = createKnownComments(records);
  await again.load();
  for (const known of [comments, again]) {
    expect(known.own.has('github.com/acme/next#5')).toBe(true);
    expect(known.checklists.has('github.com/acme/next#5')).toBe(true);
    expect(known.own.has('github.com/acme/next#6')).toBe(false);
  }
});
