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

it('asks for nothing again that followed already', async () => {
  const { records } = createMemoryStore({ now: () => new Date(0) });
  let asked = 0;
  const get: typeof records.get = (kind, key) => {
    asked += 1;
    return records.get(kind, key);
  };
  const comments = createKnownComments({ ...records, get });
  await comments.add('github:acme/app#1', { id: '5', purpose: 'audit' });
  for (const number of [1, 2, 3]) {
    await comments.follow(parseRef(`github:acme/app#${number}`), parseRef(`github:acme/next#${number}`));
  }
  expect(asked).toBe(2);
});

it('follows again what could not be stored', async () => {
  const { records } = createMemoryStore({ now: () => new Date(0) });
  let fails = false;
  const put: typeof records.put = (kind, key, value) =>
    fails ? Promise.reject(new Error('full')) : records.put(kind, key, value);
  const comments = createKnownComments({ ...records, put });
  await comments.add('github:acme/app#1', { id: '5', purpose: 'audit' });
  fails = true;
  const move = () => comments.follow(parseRef('github:acme/app#1'), parseRef('github:acme/next#1'));
  await expect(move()).rejects.toThrow('full');
  fails = false;
  await move();
  expect(await records.get('own-comment', 'github.com/acme/next#5')).not.toBeNull();
});
