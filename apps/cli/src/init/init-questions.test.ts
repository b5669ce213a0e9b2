import { expect, it } from 'vitest';
import { type Asker, askAnswers } from './init-questions.ts';

const nothing = { authorizedUsers: false, agent: false, sharedIdentity: false };

function scripted(replies: readonly string[]): Asker & { readonly told: string[]; readonly asked: string[] } {
  const left = [...replies];
  const told: string[] = [];
  const asked: string[] = [];
  return {
    told,
    asked,
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(left.shift() ?? '');
    },
    tell: (text) => void told.push(text),
  };
}

it('asks for people, agent and trust, and explains the last', async () => {
  const asker = scripted(['octocat, hubot', 'claude', 'accept']);
  expect(await askAnswers(asker, { authorizedUsers: [] }, nothing)).toEqual({
    authorizedUsers: ['octocat', 'hubot'],
    agent: 'claude',
    sharedIdentity: 'accept',
  });
  expect(asker.told.join('')).toContain('an agent with your token could approve its own work');
});

it('takes silence for the careful choice', async () => {
  expect(await askAnswers(scripted([]), { authorizedUsers: [] }, nothing)).toEqual({
    authorizedUsers: [],
    agent: undefined,
    sharedIdentity: 'refuse',
  });
});

it('asks again for what is no answer, and only three times', async () => {
  const asker = scripted(['-x', '@me', '../me', 'cursor', 'codex', 'perhaps', 'yes', 'sure']);
  expect(await askAnswers(asker, { authorizedUsers: [] }, nothing)).toEqual({
    authorizedUsers: [],
    agent: 'codex',
    sharedIdentity: 'refuse',
  });
  expect(asker.asked).toHaveLength(8);
});

it('does not ask about what the flags decided', async () => {
  const asker = scripted([]);
  const given = { authorizedUsers: ['octocat'], agent: 'codex', sharedIdentity: 'accept' as const };
  expect(await askAnswers(asker, given, { authorizedUsers: true, agent: true, sharedIdentity: true })).toEqual(given);
  expect(asker.asked).toEqual([]);
});
