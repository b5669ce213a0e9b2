import { defaultOperatorConfig } from '@the-loop/config';
import { parseRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { isNamed } from './is-named.ts';
import { isCalled, nameOf } from './repository-names.ts';

const HERE = parseRef('github:Acme/App#1');
const THERE = parseRef('github:ghe.corp.example/acme/app#1');

it.each([
  ['acme/app', true, false],
  ['ACME/app', true, false],
  ['github.com/acme/app', true, false],
  ['ghe.corp.example/acme/app', false, true],
  ['GHE.corp.example/Acme/App', false, true],
  ['other.example/acme/app', false, false],
  ['acme/app2', false, false],
])('%s means a repository on one host only', (name, here, there) => {
  expect([isCalled(HERE, name), isCalled(THERE, name)]).toEqual([here, there]);
});

it('is written as it is read', () => {
  for (const repository of [HERE, THERE]) expect(isCalled(repository, nameOf(repository))).toBe(true);
  // An owner may be called as the host is.
  expect(isCalled(parseRef('github:github/com#1'), 'github/com')).toBe(true);
});

describe('a repository that the configuration names', () => {
  const { polling, policy, workspace } = defaultOperatorConfig;
  it.each([
    ['polling.repositories', { polling: { ...polling, repositories: ['acme/app'] }, policy, workspace }],
    ['policy.writableRepositories', { polling, policy: { ...policy, writableRepositories: ['acme/app'] }, workspace }],
    ['workspace.remotes', { polling, policy, workspace: { ...workspace, remotes: { 'acme/app': '/srv/app.git' } } }],
  ])('by %s is none of another host', (_, config) => {
    expect([isNamed(config, HERE), isNamed(config, THERE)]).toEqual([true, false]);
  });
});
