import { refKey, type WorkItemRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { comment, pullRequest } from '../testing/deliveries.ts';
import { createWorld, dispatcherOf, drain, ends, play, send, turnsOf } from '../testing/world.ts';
import { type ClosingReader, enrichClosingReferences } from './enrich-closing-references.ts';

const TICKET = { repository: 'octo/app', number: 12 };
const CHANGE = { repository: 'octo/infra', number: 3, pullRequest: 'no words about any ticket' };
const STATE = { node_id: 'PR_3', updated_at: '2026-01-01T00:00:00Z' };
const ref = (owner: string, repo: string, number: number): WorkItemRef => {
  return { provider: 'github', host: 'github.com', owner, repo, number };
};

function readerOf(answer: readonly WorkItemRef[] | null): ClosingReader & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    closing: ({ ref: on, nodeId, updatedAt }) => {
      asked.push(`${refKey(on)} ${nodeId} ${updatedAt}`);
      return Promise.resolve(answer);
    },
    pullRequest: () => Promise.resolve(null),
  };
}

describe('an event of a pull request', () => {
  const { signal } = new AbortController();
  const ask = (reader: ClosingReader, event: string, change: Readonly<Record<string, unknown>> = STATE) => {
    const { payload } = pullRequest(CHANGE, 'opened', change);
    return enrichClosingReferences(reader, { event, payload, ref: ref('octo', 'infra', 3), signal });
  };

  it('gets what GitHub says it closes, each with its repository', async () => {
    expect(await ask(readerOf([ref('octo', 'app', 12)]), 'pull_request')).toMatchObject({
      action: 'opened',
      pull_request: {
        number: 3,
        closingIssuesReferences: [{ number: 12, repository: { nameWithOwner: 'octo/app' } }],
      },
    });
  });

  it.each<[string, Promise<unknown>]>([
    ['where it cannot be learned', ask(readerOf(null), 'pull_request')],
    ['where it closes nothing', ask(readerOf([]), 'pull_request')],
    ['that is about something else', ask(readerOf([ref('octo', 'app', 12)]), 'issues')],
    ['without what names its state', ask(readerOf([ref('octo', 'app', 12)]), 'pull_request', {})],
    [
      'that has them already',
      ask(readerOf([ref('octo', 'app', 12)]), 'pull_request', { ...STATE, closingIssuesReferences: [] }),
    ],
  ])('stays as it is %s', async (_, enriched) => {
    expect(await enriched).toBeNull();
  });
});

it('is bound to the ticket that only GitHub knows of, in the lane of that ticket', async () => {
  const world = createWorld();
  await play(world, comment(TICKET, 'the-loop start'));
  const closing = readerOf([ref('octo', 'app', 12)]);
  const dispatcher = dispatcherOf(world, { closing });
  await dispatcher.start();
  await send(world, pullRequest(CHANGE, 'opened', STATE));
  await drain(world, dispatcher);
  expect(closing.asked).toEqual(['github~octo~infra~3 PR_3 2026-01-01T00:00:00Z']);
  const rows = await world.store.inbox.list({ limit: 10 });
  expect(rows[0]).toMatchObject({ lane: 'github~octo~app~12' });
  expect(await turnsOf(world)).toContain('assignment github~octo~infra~3');
});

it('without an answer is what its payload says', async () => {
  const world = createWorld();
  await play(world, comment(TICKET, 'the-loop start'));
  const dispatcher = dispatcherOf(world, { closing: readerOf(null) });
  await dispatcher.start();
  await send(world, pullRequest(CHANGE, 'opened', STATE));
  await drain(world, dispatcher);
  expect((await ends(world)).at(-1)).toBe('dropped awaiting-start');
});
