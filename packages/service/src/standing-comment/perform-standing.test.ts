import { parseRef } from '@the-loop/graph-core';
import { createGithub } from '@the-loop/integrations-github';
import { createMemoryStore } from '@the-loop/store';
import { type GithubEmulator, startGithubEmulator } from '@the-loop/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { performStanding } from './perform-standing.ts';
import { createStandingRecords, type StandingRecords } from './standing-records.ts';

const ITEM = parseRef('github:acme/app#1');

let github: GithubEmulator;
let place: string;
let standing: StandingRecords;
beforeEach(async () => {
  github = await startGithubEmulator({ users: { 'bot token': 'the-loop[bot]' } });
  github.createRepository('acme/app');
  place = github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Dark mode' }).place;
  standing = createStandingRecords(createMemoryStore({ now: () => new Date(0) }).records);
});
afterEach(() => github.close());

async function write(body: string, number = 0): Promise<string> {
  const host = { apiBase: github.url, tokenEnv: ['BOT_TOKEN'], transport: 'api' as const, binary: 'gh' };
  const outcome = await performStanding(
    {
      github: createGithub({ hosts: { 'github.com': host }, env: { BOT_TOKEN: 'bot token' } }),
      secret: 'a'.repeat(64),
      standing,
    },
    { kind: 'standing', ref: 'github:acme/app#1', body, number },
    new AbortController().signal,
  );
  if (outcome.kind !== 'done') throw new Error(outcome.kind);
  return (outcome.result as { readonly id: string } | null)?.id ?? '';
}

const texts = () => github.comments(place).map(({ body }) => body.split('\n')[0]);

it('is posted once and then edited in place', async () => {
  await standing.noteComment(ITEM, await write('at design'));
  await write('at tasks');
  expect(texts()).toEqual(['at tasks']);
});

it('is found again by its mark when its id was not noted', async () => {
  await write('at design');
  await write('at tasks');
  expect(texts()).toEqual(['at tasks']);
});

it('is posted anew when somebody deleted it', async () => {
  await standing.noteComment(ITEM, '999');
  await write('at design');
  expect(texts()).toEqual(['at design']);
});

it('is not written when a later text follows', async () => {
  for (const digest of ['a', 'b']) await standing.noteText(ITEM, digest);
  expect(await write('at design', 0)).toBe('');
  await write('at tasks', 1);
  expect(texts()).toEqual(['at tasks']);
});

it('is found by its mark when the noted one is gone and the next was not noted', async () => {
  await standing.noteComment(ITEM, '999');
  await write('at design');
  await write('at tasks');
  expect(texts()).toEqual(['at tasks']);
});
