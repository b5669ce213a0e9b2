import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { agentTokenMatches, mintAgentToken } from './agent-token.ts';

it('matches itself and nothing else', () => {
  const one = mintAgentToken(randomBytes);
  const other = mintAgentToken(randomBytes);
  expect(one.token).toMatch(/^tla_[\w-]{43}$/);
  expect(one.digest).not.toContain(one.token);
  expect(agentTokenMatches(one.token, one.digest)).toBe(true);
  expect(agentTokenMatches(other.token, one.digest)).toBe(false);
});

it.each(['', 'tla_', 'x'.repeat(47), `tla_${'x'.repeat(44)}`])('"%s" matches nothing', (presented) => {
  expect(agentTokenMatches(presented, mintAgentToken(randomBytes).digest)).toBe(false);
});

it('matches no record that is no digest', () => {
  const { token } = mintAgentToken(randomBytes);
  expect(agentTokenMatches(token, '')).toBe(false);
  expect(agentTokenMatches(token, token)).toBe(false);
});
