import { defaultOperatorConfig as base } from '@the-loop/config';
import { expect, it } from 'vitest';
import { planReload } from './plan-reload.ts';

it('changes nothing where nothing changed', () => {
  expect(planReload(base, { ...base })).toEqual({ config: base, changed: [], waiting: [] });
});

it.each([
  ['routing.authorizedUsers', { routing: { ...base.routing, authorizedUsers: ['bob'] } }],
  ['policy.writableRepositories', { policy: { ...base.policy, writableRepositories: ['a/b'] } }],
  ['trust.sharedIdentity', { trust: { sharedIdentity: 'accept' } }],
  ['state.keepDeliveriesDays', { state: { ...base.state, keepDeliveriesDays: 1 } }],
  ['webhooks.events', { webhooks: { ...base.webhooks, events: ['issues'] } }],
  ['workspace.remotes.a/b', { workspace: { ...base.workspace, remotes: { 'a/b': '/x' } } }],
] as const)('%s counts at once', (key, part) => {
  const next = { ...base, ...part };
  expect(planReload(base, next)).toEqual({ config: next, changed: [key], waiting: [] });
});

it.each([
  ['service.port', { service: { ...base.service, port: 1 } }],
  ['webhooks.path', { webhooks: { ...base.webhooks, path: '/other' } }],
  ['polling.intervalSeconds', { polling: { ...base.polling, intervalSeconds: 1 } }],
  ['workspace.root', { workspace: { ...base.workspace, root: '/elsewhere' } }],
  ['integrations.github.hosts.github.com', { integrations: { github: { hosts: {} } } }],
] as const)('%s counts from the next start', (key, part) => {
  expect(planReload(base, { ...base, ...part })).toEqual({ config: base, changed: [], waiting: [key] });
});
