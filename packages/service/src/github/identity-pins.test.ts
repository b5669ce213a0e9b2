import { createMemoryStore } from '@the-loop/store';
import { expect, it } from 'vitest';
import { createIdentityPins } from './identity-pins.ts';

const { records } = createMemoryStore({ now: () => new Date(0) });
const alice = { login: '@Alice', id: 7 };

it('takes the first account for the login, on its host, and keeps it over a restart', async () => {
  const pins = createIdentityPins(records, () => ['alice']);
  await pins.pin('github.com', alice);
  await pins.pin('GitHub.com', { login: 'alice', id: 8 });
  await pins.pin('ghe.example', { login: 'alice', id: 8 });
  const again = createIdentityPins(records, () => ['alice']);
  await again.load();
  expect([...again.pinned('github.com')]).toEqual([['alice', 7]]);
  expect([...again.pinned('ghe.example')]).toEqual([['alice', 8]]);
});

it('believes what another process stored first', async () => {
  const pins = createIdentityPins(records, () => ['alice']);
  await pins.pin('github.com', { login: 'alice', id: 9 });
  expect(pins.pinned('github.com').get('alice')).toBe(7);
});

it('tells a comment of another account by that login', async () => {
  const pins = createIdentityPins(records, () => ['alice']);
  await pins.load();
  const said = { author: 'ALICE', body: '', kind: 'review', on: 'github:acme/app#1' } as const;
  expect(pins.isImpostor({ ...said, authorId: 8 })).toBe(true);
  expect(pins.isImpostor({ ...said, authorId: 7 })).toBe(false);
  expect(pins.isImpostor({ ...said, author: 'bob', authorId: 8 })).toBe(false);
  expect(pins.isImpostor({ ...said, on: 'github:ghe.example/acme/app#1', authorId: 8 })).toBe(false);
});

it('forgets who is authorized no longer', async () => {
  await createIdentityPins(records, () => ['bob']).load();
  expect(await records.list('identity-pin')).toEqual([]);
});

it('forgets, when it reads anew, who has been struck from the list, and takes another account if they come back', async () => {
  let listed = ['alice', 'bob'];
  const pins = createIdentityPins(records, () => listed);
  await pins.pin('github.com', alice);
  await pins.pin('github.com', { login: 'bob', id: 9 });
  listed = ['bob'];
  await pins.load();
  expect([...pins.pinned('github.com')]).toEqual([['bob', 9]]);
  listed = ['alice', 'bob'];
  await pins.pin('github.com', { ...alice, id: 8 });
  expect(pins.pinned('github.com').get('alice')).toBe(8);
});
