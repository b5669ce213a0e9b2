import { type LoopAddress } from '@the-loop/graph-core';
import { expect, it } from 'vitest';
import { resolveRef } from './loop-address.ts';

const GHE = { originRepo: 'acme/app', originHost: 'GHE.corp.example' };

it.each<[string, LoopAddress, Parameters<typeof resolveRef>[2], string]>([
  ['on github.com where nothing else is said', { id: 'issue-1' }, { originRepo: 'acme/app' }, 'github:acme/app#1'],
  ['on the host of the origin', { id: 'issue-1' }, GHE, 'github:ghe.corp.example/acme/app#1'],
  ['of a pull request there', { id: 'issue-1', pr: 7 }, GHE, 'github:ghe.corp.example/acme/app#7'],
  ['of another repository there', { id: 'issue-1', pr: 7, prRepo: 'octo/x' }, GHE, 'github:ghe.corp.example/octo/x#7'],
  [
    'of a repository that names its host',
    { id: 'issue-1', pr: 7, prRepo: 'ghe.other.example/octo/x' },
    GHE,
    'github:ghe.other.example/octo/x#7',
  ],
  ['that nothing can be derived for', { id: 'dark-mode' }, GHE, 'dark-mode'],
  ['on a host that is none', { id: 'issue-1' }, { originRepo: 'acme/app', originHost: '-x' }, 'issue-1'],
])('the ref of a loop is %s', (...[, address, settings, ref]) => {
  expect(resolveRef(address, '', settings)).toBe(ref);
  expect(resolveRef(address, 'github:octo/passed#3', settings)).toBe('github:octo/passed#3');
});
