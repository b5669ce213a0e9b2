import { expect, it } from 'vitest';
import { createGithub } from '../create-github.ts';
import { createRateMeter } from './rate-meter.ts';

const told = (resource: string, remaining: number, reset = 100) => ({
  'x-ratelimit-resource': resource,
  'x-ratelimit-limit': '5000',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
});

it('answers the limit of which the least is left, until it is reset', () => {
  let now = 0;
  const meter = createRateMeter(() => now);
  expect(meter.read()).toEqual({ requests: 0, tightest: null });
  meter.note(told('core', 4000));
  meter.note(told('graphql', 100));
  meter.note(told('core', 3999));
  meter.note({});
  expect(meter.read()).toEqual({ requests: 4, tightest: { limit: 5000, remaining: 100, resetAt: 100_000 } });
  now = 100_000;
  expect(meter.read()).toEqual({ requests: 4, tightest: null });
});

it.each<[string, Record<string, string>]>([
  ['nothing', { ...told('core', 1), 'x-ratelimit-limit': '0' }],
  ['words', { ...told('core', 1), 'x-ratelimit-remaining': 'many' }],
])('takes %s for no limit', (_, headers) => {
  const meter = createRateMeter(() => 0);
  meter.note(headers);
  expect(meter.read().tightest).toBeNull();
});

it('is read off every answer of a host', async () => {
  const headers = { 'content-type': 'application/json', ...told('core', 7) };
  const github = createGithub({
    hosts: { 'github.com': { transport: 'api', pacing: 'none' } },
    env: { GH_TOKEN: 'token' },
    fetch: () => Promise.resolve(new Response('{"message":"no"}', { status: 404, headers })),
    now: () => 0,
  });
  await github.getItem({ provider: 'github', host: 'github.com', owner: 'octo', repo: 'app', number: 1 });
  expect(await github.rate('github.com')).toEqual({
    requests: 1,
    tightest: { limit: 5000, remaining: 7, resetAt: 100_000 },
  });
});
