import { describe, expect, it } from 'vitest';
import { type SessionEnvironmentInput, sessionEnvironment } from './session-environment.ts';

const inherited = {
  PATH: '/usr/bin',
  HOME: '/home/ann',
  LC_ALL: 'C',
  SECRET: 'x',
  THE_LOOP_TOKEN: 'daemon',
  ANTHROPIC_API_KEY: 'k',
  NODE_OPTIONS: '--require x',
  GH_TOKEN: 'g',
  GITHUB_TOKEN: 'h',
  SSH_AUTH_SOCK: '/s',
  GH_CONFIG_DIR: '/home/ann/gh',
  GIT_DIR: '/x',
  GIT_AUTHOR_NAME: 'Ann',
};
const input: SessionEnvironmentInput = {
  inherited,
  shareCredentials: false,
  ghConfigDir: '/state/gh/1',
  identity: { name: 'the-loop agent', email: 'agent@example.com' },
  theLoop: { url: 'http://127.0.0.1:4114', token: 'tla_x', workItem: 'github:o/r#1' },
};

it('passes on an allow-list, an identity and the way back, and nothing else', () => {
  expect(sessionEnvironment(input)).toEqual({
    PATH: '/usr/bin',
    HOME: '/home/ann',
    LC_ALL: 'C',
    GH_CONFIG_DIR: '/state/gh/1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'the-loop agent',
    GIT_AUTHOR_EMAIL: 'agent@example.com',
    GIT_COMMITTER_NAME: 'the-loop agent',
    GIT_COMMITTER_EMAIL: 'agent@example.com',
    THE_LOOP_URL: 'http://127.0.0.1:4114',
    THE_LOOP_TOKEN: 'tla_x',
    THE_LOOP_WORK_ITEM: 'github:o/r#1',
  });
});

describe('the operator’s credentials', () => {
  const names = ['GH_TOKEN', 'GITHUB_TOKEN', 'SSH_AUTH_SOCK'];

  it('stay with the operator, even when named among the agent’s own variables', () => {
    const environment = sessionEnvironment({ ...input, passThrough: [...names, 'ANTHROPIC_API_KEY'] });
    expect(Object.keys(environment).filter((name) => names.includes(name))).toEqual([]);
    expect(environment['ANTHROPIC_API_KEY']).toBe('k');
  });

  it('are passed on when shared', () => {
    expect(sessionEnvironment({ ...input, shareCredentials: true })).toMatchObject({
      GH_TOKEN: 'g',
      GITHUB_TOKEN: 'h',
      SSH_AUTH_SOCK: '/s',
    });
  });

  it('may be replaced by a token of the agent’s own', () => {
    expect(sessionEnvironment({ ...input, configured: { GH_TOKEN: 'own' } })).toMatchObject({ GH_TOKEN: 'own' });
  });
});

it('A25: who the session is cannot be configured, inherited or passed through', () => {
  const environment = sessionEnvironment({
    ...input,
    theLoop: { workItem: 'github:o/r#1' },
    passThrough: ['THE_LOOP_TOKEN'],
    configured: { THE_LOOP_TOKEN: 'admin', THE_LOOP_WORK_ITEM: 'github:o/r#2' },
  });
  expect(environment['THE_LOOP_TOKEN']).toBeUndefined();
  expect(environment['THE_LOOP_WORK_ITEM']).toBe('github:o/r#1');
});

it('puts directories before PATH, the configured one if there is one', () => {
  expect(sessionEnvironment({ ...input, pathPrefix: ['/loop/bin'] })['PATH']).toBe('/loop/bin:/usr/bin');
  expect(sessionEnvironment({ ...input, pathPrefix: ['/loop/bin'], configured: { PATH: '/own' } })['PATH']).toBe(
    '/loop/bin:/own',
  );
});
