import path from 'node:path';
import { defaultOperatorConfig as base, type OperatorConfig } from '@the-loop/config';
import { expect, it } from 'vitest';
import { missingAgent } from './missing-agent.ts';

const node = { folder: path.dirname(process.execPath), name: path.basename(process.execPath) };

function withAgent(name: string, program?: string, env: Record<string, string> = {}): OperatorConfig {
  const agents = { [name]: { command: [program ?? ''], stdin: 'prompt' as const, env, timeoutMinutes: 1 } };
  return { ...base, sessions: { ...base.sessions, agent: name, agents: program === undefined ? {} : agents } };
}

it.each([
  { config: withAgent(''), search: '/nowhere' },
  { config: withAgent('mine', process.execPath), search: '' },
  { config: withAgent('mine', node.name), search: `/nowhere:${node.folder}` },
  { config: withAgent('mine', node.name, { PATH: node.folder }), search: '' },
  { config: withAgent('mine', './agent'), search: '' },
])('finds the program of $config.sessions on "$search"', async ({ config, search }) => {
  expect(await missingAgent(config, { PATH: search })).toBeNull();
});

it.each([
  [withAgent('claude'), 'claude, the program of the agent claude, was not found'],
  [withAgent('mine', node.name), `${node.name}, the program of the agent mine, was not found`],
  [withAgent('mine', '/nowhere/agent'), '/nowhere/agent, the program of the agent mine, was not found'],
  [withAgent('mine', node.name, { PATH: '/nowhere' }), `${node.name}, the program of the agent mine, was not found`],
])('says what is not there', async (config, problem) => {
  expect(await missingAgent(config, { PATH: '/nowhere/else' })).toBe(problem);
});

it('names an agent that nobody described', async () => {
  expect(await missingAgent(withAgent('gpt'), { PATH: node.folder })).toMatch(/gpt/);
});
