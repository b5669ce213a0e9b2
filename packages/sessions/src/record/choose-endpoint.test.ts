import { type WorkItemRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { after, at, conversation, item, pull, ref, start } from '../testing/session-records.ts';
import { chooseEndpoint, sessionModeFor } from './choose-endpoint.ts';
import { type SessionInput } from './session-input.ts';

describe('which conversation receives an event', () => {
  const bound = (...more: SessionInput[]) =>
    after(start, { kind: 'bind', pullRequest: pull, at }, { kind: 'bind', pullRequest: item(4), at }, ...more);
  const opened = (pullRequest: WorkItemRef): SessionInput => ({
    kind: 'open-endpoint',
    pullRequest,
    ...conversation,
    sessionId: 'p',
  });
  const closed: SessionInput = { kind: 'close-endpoint', pullRequest: pull };

  it.each([
    ['no pull request', 'always', bound(), null, 'record'],
    ['the item itself', 'always', bound(), ref, 'record'],
    ['never', 'never', bound(opened(pull)), pull, 'record'],
    ['the item’s repository', 'cross-repository', bound(opened(item(4))), item(4), 'record'],
    ['the item’s repository, each its own', 'always', bound(opened(item(4))), item(4), 'endpoint'],
    ['another repository', 'cross-repository', bound(opened(pull)), pull, 'endpoint'],
    ['another repository, not started', 'cross-repository', bound(), pull, 'needs-session'],
    ['another repository, ended', 'cross-repository', bound(opened(pull), closed), pull, 'record'],
    ['a pull request nobody bound', 'always', bound(), item(99), 'record'],
  ] as const)('%s, mode %s', (...[, mode, record, pullRequest, expected]) => {
    expect(chooseEndpoint(record, { workItem: ref, pullRequest }, mode).kind).toBe(expected);
  });

  it('A22: a frozen choice that is none of the three leaves the operator’s', () => {
    expect(sessionModeFor('never', 'always')).toBe('never');
    expect(['everything', true, null, undefined, 3].map((frozen) => sessionModeFor(frozen, 'always'))).toEqual(
      Array(5).fill('always'),
    );
  });
});
