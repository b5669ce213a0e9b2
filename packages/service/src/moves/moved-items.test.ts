import { createHmac, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRepositories, GIT_IDENTITY, runGit } from '@the-loop/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TheLoop } from '../create-the-loop.ts';
import { createStage, type Stage } from '../testing/running-service.ts';

let stage: Stage;
let theLoop: TheLoop;

/** One driven item in `acme/app`, whose agent has had its first turn; `acme/next` is there too. */
beforeEach(async () => {
  stage = await createStage();
  const { config } = stage.options;
  stage.github.createRepository('acme/next', { collaborators: ['alice'] });
  const next = await createRepositories(path.join(stage.folder, 'git-next'), ['acme/next'], {});
  const remotes = { ...config.workspace.remotes, 'acme/next': next.remote('acme/next') };
  const named = { ...config, workspace: { ...config.workspace, remotes } };
  theLoop = await stage.start({ ...stage.options, config: named });
  const { place } = stage.github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Dark mode' });
  stage.github.comment({ as: 'alice', on: place, body: 'the-loop do — add a dark mode' });
  await vi.waitFor(() => expect(existsSync(stage.tokenFile)).toBe(true), WAIT);
  await until((items) => items[0]?.node === 'work');
}, 40_000);
afterEach(() => stage.close());

const WAIT = { timeout: 20_000, interval: 50 };
type Items = Awaited<ReturnType<Stage['ask']>>['body']['items'];

async function until(isSo: (items: Items) => boolean): Promise<void> {
  await vi.waitFor(async () => {
    const { body } = await stage.ask(theLoop, '/api/v1/status');
    expect(isSo(body.items), JSON.stringify(body.items)).toBe(true);
  }, WAIT);
}

const checkoutOf = (key: string): string => {
  const folder = path.join(stage.stateRoot, 'workspaces/items', key);
  const name = readdirSync(folder).find((each) => !each.endsWith('.json')) ?? '';
  return path.join(folder, name);
};
const statusOf = async (item: string) =>
  stage
    .ask(theLoop, '/api/v1/graph/status', { body: { item } })
    .then(({ status, body }) => [status, body.result.currentNode]);

it('an item that is transferred goes on in a checkout of its new repository, with its artifacts and its place', async () => {
  const old = checkoutOf('github~acme~app~1');
  writeFileSync(path.join(old, 'docs/specs/issue-1/notes.md'), 'what was found\n');
  stage.github.createIssue({ as: 'alice', repo: 'acme/next', title: 'Another' });
  stage.github.transferIssue({ as: 'alice', on: 'acme/app#1', to: 'acme/next' });
  await until((items) => items.length === 1 && items[0]?.ref === 'github:acme/next#2' && items[0].node === 'work');
  await vi.waitFor(() => {
    const made = checkoutOf('github~acme~next~2');
    expect(readFileSync(path.join(made, 'docs/specs/issue-2/notes.md'), 'utf8')).toBe('what was found\n');
    const state = JSON.parse(readFileSync(path.join(made, 'docs/specs/issue-2/graph-state.json'), 'utf8')) as object;
    expect(state).toMatchObject({ workItem: 'issue-2', repository: 'acme/next', currentNode: 'work' });
  }, WAIT);
  expect(await statusOf('issue-2')).toEqual([200, 'work']);
  expect(await statusOf('issue-1')).toEqual([200, 'work']);
  await vi.waitFor(async () => {
    const { body } = await stage.ask(theLoop, '/api/v1/status');
    expect(body.deliveries).toMatchObject({ open: 0, dead: 0 });
  }, WAIT);
  // The agent was told once more where it stands, in its new conversation.
  await vi.waitFor(async () => {
    const { body } = await stage.ask(theLoop, '/api/v1/events?limit=500');
    expect(body.events.filter(({ event }) => event === 'session.turn_finished')).toHaveLength(2);
  }, WAIT);
}, 60_000);

it('an item of a repository that is renamed goes on where it is', async () => {
  const checkout = checkoutOf('github~acme~app~1');
  stage.github.renameRepository({ from: 'acme/app', to: 'acme/other' });
  await tell('repository', {
    action: 'renamed',
    repository: { id: 1, full_name: 'acme/other', html_url: 'https://github.com/acme/other' },
    changes: { repository: { name: { from: 'app' } } },
    sender: { login: 'carol', id: 5 },
  });
  await until((items) => items.length === 1 && items[0]?.ref === 'github:acme/other#1' && items[0].node === 'work');
  await vi.waitFor(async () => {
    const origin = await runGit(['-C', checkout, 'config', '--get', 'remote.origin.url'], GIT_IDENTITY);
    expect(origin.output.trim()).toBe('https://github.com/acme/other.git');
  }, WAIT);
  expect(await statusOf('issue-1')).toEqual([200, 'work']);
}, 60_000);

async function tell(event: string, payload: object): Promise<void> {
  const body = JSON.stringify(payload);
  const answer = await fetch(`${theLoop.url}/gh-webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': randomUUID(),
      'x-github-hook-id': '1',
      'x-hub-signature-256': `sha256=${createHmac('sha256', 'a webhook secret').update(body).digest('hex')}`,
    },
    body,
  });
  expect(answer.status).toBe(202);
}
