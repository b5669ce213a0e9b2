import { parseOperatorConfig } from '@the-loop/config';
import { expect, it } from 'vitest';
import { startupWarnings } from './startup-checks.ts';

async function warningsOf(webhooks: object, authorizedUsers = ['alice']): Promise<readonly string[]> {
  const text = JSON.stringify({ webhooks, routing: { authorizedUsers } });
  const parsed = await parseOperatorConfig(text, 'config.yaml');
  if (!parsed.ok) throw new Error('the configuration is wrong');
  return startupWarnings(parsed.value.config);
}

it.each([
  ['neither endings', ['issue_comment'], 'webhooks.events lacks issues and pull_request'],
  ['endings of tickets', ['issue_comment', 'pull_request'], 'webhooks.events lacks issues:'],
])('warns of events that tell %s', async (_, events, warning) => {
  expect(await warningsOf({ events })).toEqual([expect.stringContaining(warning)]);
});

it('20-hooks A27: warns where nobody is authorized', async () => {
  expect(await warningsOf({}, [])).toEqual([expect.stringContaining('routing.authorizedUsers is empty')]);
});

it('warns of nothing where all events are taken', async () => {
  expect(await warningsOf({})).toEqual([]);
});
