import { type PendingEffect, parseRef } from '@the-loop/graph-core';
import { createGithub } from '@the-loop/integrations-github';
import { createMemoryStore } from '@the-loop/store';
import { startGithubEmulator } from '@the-loop/testkit';
import { expect, it } from 'vitest';
import { createDirectPerformer } from '../checkout/direct-performer.ts';
import { createEffectPerformer } from '../graph/effect-performer.ts';
import { createStandingRecords } from '../standing-comment/standing-records.ts';
import { createOutboxPerformer } from './outbox-performer.ts';

const signal = AbortSignal.timeout(30_000);
const secret = 'a'.repeat(64);
const item = parseRef('github:acme/app#1');
const differs = () => Promise.resolve(false);

it.each([
  ['ticket', 'github:acme/app#1', { id: 'issue-1' }],
  ['pull request', 'github:acme/app#2', { id: 'issue-1', pr: 2 }],
])('a service finds on the %s what a verb at a terminal wrote and could not record', async (_where, ref, address) => {
  const emulator = await startGithubEmulator({ users: { 'bot token': 'the-loop[bot]' } });
  emulator.createRepository('acme/app');
  emulator.createIssue({ as: 'alice', repo: 'acme/app', title: 'Dark mode' });
  emulator.createIssue({ as: 'alice', repo: 'acme/app', title: 'Another' });
  const hosts = { 'github.com': { apiBase: emulator.url, tokenEnv: 'BOT_TOKEN' } };
  const github = createGithub({ hosts, env: { BOT_TOKEN: 'bot token' } });
  const effect = { kind: 'comment', ref, body: 'On it.', purpose: 'hint' } as const;
  const pending: PendingEffect = {
    key: 'issue-1/n#1',
    hook: 'h',
    node: 'n',
    at: '',
    effect,
    attempts: 0,
    lastError: '',
  };

  const told = () => Promise.resolve({ kind: 'told' } as const);
  const terminal = createDirectPerformer({
    github,
    secret: () => secret,
    tell: told,
    now: () => 0,
    isSameWork: differs,
  });
  await terminal.perform(address, pending, signal);

  const { outbox, turns } = createMemoryStore({ now: () => new Date(0) });
  const service = createEffectPerformer({
    item,
    outbox,
    turns,
    endpointOf: () => Promise.resolve(null),
    promptFor: () => Promise.resolve(''),
    notify: told,
    now: () => 0,
    nudge: { turns: () => undefined, outbox: () => undefined },
  });
  await service.perform(address, { ...pending, attempts: 1 }, signal);
  const [row] = await outbox.due(0, 1);
  if (row === undefined) throw new Error('the effect was not stored');
  const end = await createOutboxPerformer({
    github,
    secret,
    missing: () => undefined,
    isSameWork: differs,
    standing: createStandingRecords(createMemoryStore({ now: () => new Date(0) }).records),
  }).perform(row, { repeat: false, signal });
  expect(end).toMatchObject({ kind: 'done', adopted: true });
  expect(emulator.comments(ref.replace('github:', ''))).toHaveLength(1);
  await emulator.close();
});
