import { formatRef, parseRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { route } from '../route.ts';
import { context } from '../testing/deliveries.ts';
import { movedItemEvent, repositoryMove, repositoryMoveEvent, transferredIssueEvent } from './move.ts';

const repository = { id: 77, full_name: 'acme/next', html_url: 'https://github.com/acme/next' };

describe('a repository', () => {
  it.each([
    ['renamed', { repository: { name: { from: 'app' } } }, 'acme/app'],
    ['transferred', { owner: { from: { user: { login: 'octo' } } } }, 'octo/next'],
    ['transferred', { owner: { from: { organization: { login: 'octo-org' } } } }, 'octo-org/next'],
  ])('that was %s', (action, changes, before) => {
    const move = repositoryMove('repository', { action, changes, repository });
    expect(move && `${move.from.owner}/${move.from.repo}`).toBe(before);
    expect(move?.to).toMatchObject({ host: 'github.com', owner: 'acme', repo: 'next' });
  });

  it.each<[string, unknown]>([
    ['without the old name', { action: 'renamed', changes: {}, repository }],
    [
      'with an old name that GitHub cannot have',
      { action: 'renamed', changes: { repository: { name: { from: '..' } } }, repository },
    ],
    ['that was archived', { action: 'archived', repository }],
    ['without a name', { action: 'renamed', changes: { repository: { name: { from: 'app' } } } }],
    ['that is no object', 'renamed'],
  ])('%s tells of no move', (_, payload) => {
    expect(repositoryMove('repository', payload)).toBeNull();
  });

  it.each(['issue', 'pull-request'] as const)('that moved is told to its %s as a move of its own', (kind) => {
    const from = { host: 'ghe.corp.example', owner: 'acme', repo: 'app' };
    const ref = parseRef('github:ghe.corp.example/acme/app#12');
    const told = movedItemEvent(ref, kind, { from, to: { ...from, repo: 'next' }, id: 77 });
    const routing = route({ ...told, deliveryId: 'd' }, { ...context, hosts: ['ghe.corp.example'] });
    if (routing.kind === 'dropped') throw new Error(routing.reason);
    const { treatment, move, repositoryId } = routing.event;
    expect([treatment, repositoryId]).toEqual(['moved', 77]);
    expect(move && [formatRef(move.from), formatRef(move.to), move.of]).toEqual([
      'github:ghe.corp.example/acme/app#12',
      'github:ghe.corp.example/acme/next#12',
      'repository',
    ]);
  });

  it.each([
    ['renamed', 'acme/app', 'acme/next'],
    ['transferred', 'octo/next', 'acme/next'],
    ['transferred', 'octo/app', 'acme/next'],
  ])('is told as %s where %s is %s', (action, before, after) => {
    const [from, to] = [before, after].map((name) => {
      const { host, owner, repo } = parseRef(`github:${name}#1`);
      return { host, owner, repo };
    });
    if (from === undefined || to === undefined) throw new Error('two names');
    const { event, payload } = repositoryMoveEvent({ from, to, id: 77 });
    expect(payload).toMatchObject({ action });
    expect(repositoryMove(event, payload)).toEqual({ from, to, id: 77 });
  });
});

it('an issue that is in another repository is told as GitHub tells it', () => {
  const from = parseRef('github:ghe.corp.example/acme/app#12');
  const to = parseRef('github:ghe.corp.example/octo/next#3');
  const told = transferredIssueEvent({ from, to, repositoryId: 77 });
  const routing = route({ ...told, deliveryId: 'd' }, { ...context, hosts: ['ghe.corp.example'] });
  expect(routing).toMatchObject({
    kind: 'routed',
    event: { treatment: 'moved', repositoryId: 77, move: { from, to, of: 'item' } },
  });
});
