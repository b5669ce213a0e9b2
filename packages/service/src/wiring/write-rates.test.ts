import { defaultOperatorConfig, type OperatorConfig } from '@the-loop/config';
import { expect, it } from 'vitest';
import { writeRates } from './write-rates.ts';

function config(apiBase: string): OperatorConfig {
  const base = defaultOperatorConfig;
  const host = base.integrations.github.hosts['github.com'];
  if (host === undefined) throw new Error('github.com is no default');
  return {
    ...base,
    routing: { ...base.routing, authorizedUsers: ['@Alice'] },
    integrations: { github: { hosts: { 'github.com': { ...host, apiBase } } } },
  };
}

it.each([
  ['https://api.github.com', 'the-loop[bot]', { perMinute: 80, perHour: 500 }],
  ['https://api.github.com', '', { perMinute: 80, perHour: 500 }],
  ['https://api.github.com', 'alice', { perMinute: 40, perHour: 250 }],
  ['http://127.0.0.1:8080/api/v3', 'alice', null],
  ['http://localhost:8080', 'the-loop[bot]', null],
  ['http://[::1]:8080', 'the-loop[bot]', null],
  ['https://127.0.0.1.example.com', 'the-loop[bot]', { perMinute: 80, perHour: 500 }],
])('an API at %s that we use as "%s" gets %o', (apiBase, login, rates) => {
  expect(
    writeRates(
      () => config(apiBase),
      () => login,
    )('github.com'),
  ).toEqual(rates);
});
