import { describe, expect, it } from 'vitest';
import { agentFor, knownAgents } from './agent-for.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { isSessionId } from './session-id.ts';

const ID = '0b4f6f2e-6a3c-4f39-9a4f-0c8f3a4b5c6d';
const CLAUDE = ['claude', '-p', '--output-format', 'stream-json', '--verbose'];
const ALLOW = ['--permission-mode', 'dontAsk', '--allowedTools', 'Bash,Read,Edit,Write'];

describe('command lines', () => {
  it.each([
    ['claude, first turn', claude, { sessionId: ID, resume: false }, [...CLAUDE, '--session-id', ID, ...ALLOW]],
    ['claude, later turn', claude, { sessionId: ID, resume: true }, [...CLAUDE, '--resume', ID, ...ALLOW]],
    [
      'claude, with more',
      claude,
      { sessionId: ID, resume: true, extra: ['--model', 'm'] },
      [...CLAUDE, '--resume', ID, ...ALLOW, '--model', 'm'],
    ],
    [
      'codex, first turn',
      codex,
      { sessionId: '', resume: false },
      ['codex', 'exec', '-s', 'danger-full-access', '--json', '-'],
    ],
    [
      'codex, later turn',
      codex,
      { sessionId: ID, resume: true },
      ['codex', 'exec', '-s', 'danger-full-access', 'resume', '--json', ID, '-'],
    ],
    [
      'codex, with more',
      codex,
      { sessionId: ID, resume: true, binary: '/opt/codex', extra: ['-m', 'm'] },
      ['/opt/codex', 'exec', '-s', 'danger-full-access', '-m', 'm', 'resume', '--json', ID, '-'],
    ],
  ])('%s', (...[, adapter, turn, expected]) => {
    expect(adapter.command(turn)).toEqual({ command: expected, stdin: 'prompt' });
  });

  it('of a configured agent are the configured ones, whatever its name', () => {
    const agent = agentFor('claude', { command: ['my-agent', '{sessionId}'], stdin: 'none' });
    expect(agent.command({ sessionId: ID, resume: true })).toEqual({
      command: ['my-agent', '{sessionId}'],
      stdin: 'none',
    });
    expect(agentFor('codex', { command: [], stdin: 'prompt' })).toBe(codex);
  });
});

describe('A4: a recorded conversation id that is none is refused on every path', () => {
  const bad = ['--dangerously-skip-permissions', '-x', '', '../x', 'a b', 'a/b', 'x'.repeat(129), 'ａ'];

  it.each(bad)('%j', (sessionId) => {
    expect(isSessionId(sessionId)).toBe(false);
    const configured = agentFor('any', { command: ['a'], stdin: 'prompt' });
    for (const adapter of [...knownAgents.values(), configured]) {
      expect(() => adapter.command({ sessionId, resume: true })).toThrow(
        expect.objectContaining({ code: 'AGENT_SESSION_ID_INVALID' }),
      );
    }
  });

  it('claude and codex also refuse what is no UUID', () => {
    for (const adapter of [claude, codex]) {
      expect(() => adapter.command({ sessionId: 'session-1', resume: true })).toThrow(
        expect.objectContaining({ code: 'AGENT_SESSION_ID_INVALID' }),
      );
    }
  });
});

it('finds the id that codex gives its conversation', () => {
  const started = JSON.stringify({ thread_id: ID, type: 'thread.started' });
  expect(codex.sessionIdIn(`warning\n${started}\n{"type":"turn.started"}\n`)).toBe(ID);
  expect(codex.sessionIdIn('{"type":"item","text":"thread.started"}\nthread.started\n')).toBeNull();
  expect(codex.sessionIdIn(started.replace(ID, '--flag'))).toBeNull();
});

it('refuses an agent that is neither configured nor known, and names the known ones', () => {
  expect(() => agentFor('gpt', undefined)).toThrow(
    expect.objectContaining({ code: 'AGENT_UNKNOWN', remedy: expect.stringContaining('claude, codex') }),
  );
});
