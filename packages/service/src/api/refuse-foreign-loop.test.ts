import { defaultOperatorConfig } from '@the-loop/config';
import { createSessionRecords } from '@the-loop/dispatcher';
import { parseRef } from '@the-loop/graph-core';
import { createMemoryStore } from '@the-loop/store';
import { beforeEach, expect, it } from 'vitest';
import { refuseForeignLoop } from './refuse-foreign-loop.ts';

const ITEM = parseRef('github:acme/app#12');
const at = '2026-01-01T00:00:00Z';
let sessions: ReturnType<typeof createSessionRecords>;

beforeEach(async () => {
  sessions = createSessionRecords(createMemoryStore({ now: () => new Date(0) }).records);
  await sessions.change(ITEM, { kind: 'start', ref: ITEM, at, agent: 'a', sessionId: 's', cwd: '/x' });
});

function judged(input: object, writableRepositories: readonly string[] = []) {
  const config = { ...defaultOperatorConfig, policy: { ...defaultOperatorConfig.policy, writableRepositories } };
  return refuseForeignLoop({ config: () => config, sessions }, ITEM, input);
}

it('refuses a pull request of a repository that nobody vouched for, and says what to do', async () => {
  await expect(judged({ item: 'issue-12', pr: 7, prRepo: 'evil/infra' })).rejects.toMatchObject({
    code: 'SERVICE_FORBIDDEN',
    remedy: expect.stringMatching(/policy\.writableRepositories, or run: the-loop sessions link-pr/) as string,
  });
});

it.each<[string, object, readonly string[]]>([
  ['of the item’s own repository', { pr: 7, prRepo: 'Acme/App' }, []],
  ['of a repository that the operator lists', { pr: 7, prRepo: 'Octo/Infra' }, ['octo/infra']],
  ['without a repository', { pr: 7 }, []],
  ['of nobody', {}, []],
  ['that the verb itself refuses', { pr: 7, prRepo: '..' }, []],
])('lets a loop be entered %s', async (_case, input, writable) => {
  await expect(judged({ item: 'issue-12', ...input }, writable)).resolves.toBeUndefined();
});

it('lets the loop of a bound pull request be entered', async () => {
  await sessions.change(ITEM, { kind: 'bind', pullRequest: parseRef('github:octo/infra#7'), at });
  await expect(judged({ pr: 7, prRepo: 'octo/infra' })).resolves.toBeUndefined();
  await expect(judged({ pr: 8, prRepo: 'octo/infra' })).rejects.toMatchObject({ code: 'SERVICE_FORBIDDEN' });
});
