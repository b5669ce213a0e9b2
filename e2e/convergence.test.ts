import { expect, it, onTestFinished } from 'vitest';
import { type Hearing, openTwoSources, type TwoSources } from './stage/two-sources.ts';

const ITEM = 'acme/app#1';
const PULL = 'acme/infra#1';
const CHECKLIST = '<!-- the-loop:phase-selection -->';
const OURS = '<!-- the-loop:agent-comment -->';
const SKIPPED = [
  'design',
  'test-planning',
  'design-approval',
  'tasks-breakdown',
  'self-review',
  'critic-review',
  'security-review',
  'evidence',
  'capability-docs',
  'reviewer-briefing',
];

const entered = (stage: TwoSources, node: string, times = 1) =>
  stage.heard({ event: 'graph.advanced', work_item: `github:${ITEM}`, pull_request: undefined, to: node }, times);

/** A ticket from its start to its close: a checklist that is edited, a change request, a pull request elsewhere, a merge. */
async function story(stage: TwoSources) {
  const { github, repositories } = stage;
  const say = (as: string, on: string, body: string) => void github.comment({ as, on, body });
  github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Retry uploads that fail' });
  say('mallory', ITEM, 'the-loop stop');
  say('alice', ITEM, 'the-loop start');
  const checklist = () => github.comments(ITEM).find(({ body }) => body.includes(CHECKLIST));
  await github.until(() => checklist() !== undefined, { what: 'the checklist' });
  const { id = 0, body = '' } = checklist() ?? {};
  github.editComment({ as: 'alice', id, body: body.replace('- [x] brainstorming', '- [ ] brainstorming') });
  say('alice', ITEM, ['the-loop execute', '', ...SKIPPED.map((node) => `- [ ] ${node}`)].join('\n'));
  await entered(stage, 'requirements-approval');
  say('alice', ITEM, 'changes requested: say how many times an upload is tried');
  await entered(stage, 'requirements-approval', 2);
  say('bob', ITEM, 'approved');
  await entered(stage, 'implementation');
  const sha = await repositories.pushBranch('acme/infra', 'retry-uploads', {
    files: { 'retry.md': 'Try five times.\n' },
    message: 'Retry uploads',
  });
  const head = { ref: 'retry-uploads', sha };
  github.openPullRequest({ as: 'bob', repo: 'acme/infra', title: 'Retry uploads', body: `Closes ${ITEM}`, head });
  await stage.heard({ event: 'graph.advanced', pull_request: `github:${PULL}`, to: 'pr-approval' });
  github.review({ as: 'alice', on: PULL, state: 'COMMENTED', body: 'looks tidy', comments: [] });
  await github.until(() => hasClaimed(stage, 'pr-approval'), { what: 'the agent that was told of the review' });
  github.merge({ as: 'alice', on: PULL });
  await stage.heard({ event: 'graph.merged', pull_request: `github:${PULL}` });
  await entered(stage, 'human-approval');
  say('alice', ITEM, 'approved');
  await entered(stage, 'complete');
  await github.until(() => github.issue(ITEM).labels.includes('loop:complete'), { what: 'the last label' });
  const isSigned = () => signsOf(github).every(([author, signs]) => author === 'mallory' || signs.length > 0);
  await github.until(isSigned, { what: 'a sign on every word of people who may speak' });
  const states = statesOf(stage);
  github.closeIssue({ as: 'alice', on: ITEM });
  await stage.heard({ event: 'session.closed', work_item: `github:${ITEM}` });
  await github.until(() => github.issue(ITEM).labels.includes('loop:cleanup'), { what: 'the label after the last' });
  return states;
}

function hasClaimed(stage: TwoSources, node: string): boolean {
  const facts = Object.values(stage.states()).flatMap((state) => state.facts);
  return facts.some((fact) => fact.kind === 'claimed' && fact.node === node);
}

/** Every fact of every loop, with whoever caused it. */
function statesOf(stage: TwoSources) {
  return Object.entries(stage.states()).map(([file, { facts }]) => [
    file,
    facts.map(({ kind, node = '', by }) => `${kind} ${node} ${by?.login ?? ''}`),
  ]);
}

/** Our signs on what people said, in order. */
function signsOf(github: TwoSources['github']) {
  const said = github.comments(ITEM).filter(({ author }) => author !== 'the-loop[bot]');
  return said.map(({ author, reactions }) => [author, reactions.map(({ content }) => content).toSorted()] as const);
}

/** What stands on the threads in the end: ours in order, our signs on what people said, and labels. */
function thread({ github }: TwoSources) {
  const ours = (on: string) =>
    github.comments(on).flatMap(({ body }) => (body.includes(OURS) ? [body.split('\n')[0]] : []));
  return {
    comments: [ours(ITEM), ours(PULL)],
    signs: signsOf(github),
    labels: [github.issue(ITEM).labels, github.issue(PULL).labels],
  };
}

async function play(hearing: Hearing) {
  const stage = await openTwoSources(hearing);
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await stage.close();
    closed = true;
  };
  onTestFinished(close);
  const states = await story(stage);
  const ended = { states, ...thread(stage) };
  await close();
  return { ending: ended, hook: stage.hook?.counts ?? null };
}

it('ends alike by webhooks, by polling alone, and by both where webhooks get lost and come twice', async () => {
  const [byWebhooks, byPolling, byBoth] = await Promise.all([
    play({ webhooks: { lost: 0, duplicated: 0, seed: 1 }, polling: false }),
    play({ webhooks: null, polling: true }),
    play({ webhooks: { lost: 0.3, duplicated: 0.2, seed: 28 }, polling: true, isSlowAtFirst: true }),
  ]);
  expect(byWebhooks.hook).toMatchObject({ lost: 0, duplicated: 0 });
  const { sent = 0, lost = 0, duplicated = 0 } = byBoth.hook ?? {};
  expect(lost / sent).toBeGreaterThan(0.2);
  expect(duplicated / sent).toBeGreaterThan(0.1);
  expect(byWebhooks.ending.comments).toEqual([
    [
      '### Which phases does this item need?',
      'Phase selection recorded, signed by @alice:',
      '### issue-1: `requirements-approval` waits for a person',
      '### issue-1: `requirements-approval` waits for a person',
      '### issue-1: `human-approval` waits for a person',
    ],
    ['### issue-1, pull request #1: `pr-approval` waits for a person'],
  ]);
  expect(byPolling.ending).toEqual(byWebhooks.ending);
  expect(byBoth.ending).toEqual(byWebhooks.ending);
});
