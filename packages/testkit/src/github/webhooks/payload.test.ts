import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeliveryView, type GithubEmulator, startGithubEmulator } from '../emulator.ts';

type Json = Readonly<Record<string, unknown>>;
/** Keys that depend on who owns the repository and on what the hook hangs. */
const SITUATIONAL = ['organization', 'installation', 'enterprise'];
/** An example of these actions is not published; the named one has the same shape. */
const SAME_SHAPE: Readonly<Record<string, string>> = { 'issues.closed': 'issues.reopened' };
const published = examples as unknown as readonly { readonly name: string; readonly examples: readonly Json[] }[];
let github: GithubEmulator;
let deliveries: readonly DeliveryView[];

/** Something of everything the emulator tells webhooks about. */
function live(emulator: GithubEmulator): void {
  emulator.createRepository('Codertocat/Hello-World', { defaultBranch: 'master' });
  emulator.createRepository('Codertocat/Other');
  const as = 'alice';
  const repo = 'Codertocat/Hello-World';
  const { place: issue } = emulator.createIssue({ as, repo, title: 'One', body: 'text', labels: ['bug'] });
  emulator.editIssue({ as, on: issue, title: 'Two', body: 'other' });
  emulator.removeLabel({ as, on: issue, name: 'bug' });
  const { id } = emulator.comment({ as, on: issue, body: 'a comment' });
  emulator.react({ as, id, content: 'eyes' });
  emulator.editComment({ as, id, body: 'an edited comment' });
  emulator.deleteComment({ as, id });
  emulator.closeIssue({ as, on: issue });
  emulator.reopenIssue({ as, on: issue });
  const { place: pull } = emulator.openPullRequest({
    as,
    repo,
    title: 'P',
    body: 'Closes #1',
    head: { ref: 'changes' },
    draft: true,
  });
  emulator.setDraft({ as, on: pull, draft: false });
  emulator.setDraft({ as, on: pull, draft: true });
  emulator.setDraft({ as, on: pull, draft: false });
  emulator.addLabel({ as, on: pull, name: 'bug' });
  emulator.removeLabel({ as, on: pull, name: 'bug' });
  emulator.push({ as, on: pull, sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821' });
  emulator.comment({ as, on: pull, body: 'on a pull request' });
  emulator.review({
    as: 'bob',
    on: pull,
    state: 'COMMENTED',
    comments: [{ path: 'README.md', line: 1, body: 'here' }],
  });
  const review = emulator.review({ as: 'bob', on: pull, state: 'CHANGES_REQUESTED', body: 'no' });
  emulator.dismissReview({ as, id: review.id });
  emulator.closeIssue({ as, on: pull });
  emulator.reopenIssue({ as, on: pull });
  emulator.merge({ as, on: pull });
  const { place: second } = emulator.createIssue({ as, repo, title: 'Second' });
  emulator.transferIssue({ as, on: second, to: 'Codertocat/Other' });
  const { place: third } = emulator.createIssue({ as, repo, title: 'Third' });
  emulator.deleteIssue({ as, on: third });
}

beforeAll(async () => {
  github = await startGithubEmulator({ webhooks: [{ url: 'http://127.0.0.1:9/' }] });
  live(github);
  await github.drained();
  deliveries = github.deliveries();
});

afterAll(() => github.close());

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Allowed by GitHub's published types, though no example shows it. */
function isPublishedType(path: string, type: string): boolean {
  if (path === '.review.body') return type === 'string';
  if (/^\.pull_request\.merged_(?:at|by)$/.test(path)) return type !== 'null';
  return type === 'null' && /labels?(?:\[\])?\.description$/.test(path);
}

/** Every path of a value with its type; list entries share the path `[]`, and a new issue the path of an issue. */
function shapeOf(value: unknown, at = ''): [string, string][] {
  const path = at.replace('.changes.new_', '.');
  const here: [string, string] = [path, typeOf(value)];
  if (Array.isArray(value)) return [here, ...value.flatMap((entry) => shapeOf(entry, `${path}[]`))];
  if (value === null || typeof value !== 'object') return [here];
  return [here, ...Object.entries(value).flatMap(([key, entry]) => shapeOf(entry, `${path}.${key}`))];
}

const nameOf = ({ event, action }: DeliveryView) => `${event}.${action ?? ''}`;

function examplesOf(event: string, action?: string): readonly Json[] {
  const all = published.find(({ name }) => name === event)?.examples ?? [];
  return action === undefined ? all : all.filter((example) => example['action'] === action);
}

function examplesFor(delivery: DeliveryView): readonly Json[] {
  const [event = '', action = ''] = (SAME_SHAPE[nameOf(delivery)] ?? nameOf(delivery)).split('.');
  const found = examplesOf(event, action);
  expect(found, `${event}.${action} has a published example`).not.toHaveLength(0);
  return found;
}

it('sends every event the story above causes', () => {
  expect([...new Set(deliveries.map(nameOf))].sort()).toEqual([
    'issue_comment.created',
    'issue_comment.deleted',
    'issue_comment.edited',
    'issues.closed',
    'issues.deleted',
    'issues.edited',
    'issues.labeled',
    'issues.opened',
    'issues.reopened',
    'issues.transferred',
    'issues.unlabeled',
    'pull_request.closed',
    'pull_request.converted_to_draft',
    'pull_request.labeled',
    'pull_request.opened',
    'pull_request.ready_for_review',
    'pull_request.reopened',
    'pull_request.synchronize',
    'pull_request.unlabeled',
    'pull_request_review.dismissed',
    'pull_request_review.submitted',
    'pull_request_review_comment.created',
  ]);
});

it('gives each payload the top-level keys of a published example of its event and action', () => {
  for (const delivery of deliveries) {
    const keysOf = (payload: Json) =>
      Object.keys(payload)
        .filter((key) => !SITUATIONAL.includes(key))
        .sort()
        .join(' ');
    expect(examplesFor(delivery).map(keysOf), nameOf(delivery)).toContain(keysOf(delivery.payload));
  }
});

it('has every field that all examples of the action have, in a type that some example shows', () => {
  const seen = new Map<string, Set<string>>();
  const ofOurEvents = [...new Set(deliveries.map(({ event }) => event))].flatMap((event) => examplesOf(event));
  for (const [path, type] of ofOurEvents.flatMap((example) => shapeOf(example))) {
    seen.set(path, (seen.get(path) ?? new Set()).add(type));
  }
  for (const delivery of deliveries) {
    const ours = shapeOf(delivery.payload);
    const wrong = ours.filter(([path, type]) => seen.get(path)?.has(type) === false && !isPublishedType(path, type));
    expect(wrong, nameOf(delivery)).toEqual([]);
    const have = new Map(ours);
    const [first = new Set<string>(), ...others] = examplesFor(delivery).map(
      (example) => new Set(shapeOf(example).map(([path]) => path)),
    );
    const required = [...first].filter((path) => others.every((other) => other.has(path)));
    const parentOf = (path: string) => path.slice(0, path.lastIndexOf('.'));
    const missing = required.filter(
      (path) =>
        !path.endsWith('[]') &&
        !have.has(path) &&
        !SITUATIONAL.some((key) => path.startsWith(`.${key}`)) &&
        have.get(parentOf(path)) === 'object',
    );
    expect(missing, nameOf(delivery)).toEqual([]);
  }
});
