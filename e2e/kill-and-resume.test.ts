import { describe, expect, it } from 'vitest';
import { type Stage } from '../apps/cli/src/demo/stage.ts';
import { fullProcessStory, workItemStory } from '../apps/cli/src/demo/story/full-process.ts';
import { crashAfter, createTrap } from './stage/crash.ts';
import { expectNothingLost, expectOnce, ownComments } from './stage/expect-once.ts';
import { openStage } from './stage/open-stage.ts';

const CHECKLIST = '<!-- the-loop:phase-selection -->';

/** The story ended as without any crash: each comment once and in order, the right label, nothing left undone. */
async function expectToldOnce(stage: Stage, item: string): Promise<void> {
  const { github } = stage.world;
  await github.drained();
  await github.until(() => github.issue(item).labels.includes('loop:complete'), { what: 'the last label' });
  expect(ownComments(stage, item)).toEqual([
    '### Which phases does this item need?',
    'Phase selection recorded, signed by @alice:',
    '### issue-1: `requirements-approval` waits for a person',
    '### issue-1: `design-approval` waits for a person',
    '### issue-1: `design-approval` waits for a person',
    '### issue-1: `human-approval` waits for a person',
  ]);
  expectOnce(stage, [item]);
  expectNothingLost(stage);
  expect(github.issue(item).labels).toEqual(['loop:complete']);
}

// Each has a daemon of its own and waits for it most of the time.
describe.concurrent('a ticket', () => {
  it('completes after a kill right after the checklist was posted', async (test) => {
    const stage = await openStage(test);
    const story = workItemStory(stage);
    await crashAfter(stage, ({ event, kind }) => event === 'outbox.performed' && kind === 'comment', 'the checklist');
    await expectToldOnce(stage, await story);
  });

  it('completes after a kill while an agent runs, and the agent goes on', async (test) => {
    const stage = await openStage(test, {
      agentScript: { nodes: { design: { mode: 'work', delayMs: 3000, times: 1 } } },
    });
    const story = workItemStory(stage);
    await stage.entered({ item: 'acme/app#1' }, 'design');
    const before = stage.feed.events.length;
    await crashAfter(
      stage,
      ({ event, id }) => event === 'session.turn_started' && id > (stage.feed.events[before - 1]?.id ?? 0),
      'the agent at the design',
    );
    await expectToldOnce(stage, await story);
  });

  it('completes after a kill while an agent runs that wants to claim before the daemon is back', async (test) => {
    const stage = await openStage(test, {
      agentScript: { nodes: { design: { mode: 'work', delayMs: 300, times: 1 } } },
    });
    const story = workItemStory(stage);
    await stage.entered({ item: 'acme/app#1' }, 'design');
    await stage.feed.waitUntil((events) => events.at(-1)?.event === 'session.turn_started', 'the agent at the design');
    await stage.killDaemon();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await stage.startDaemon();
    await stage.redeliverUnanswered();

    await expectToldOnce(stage, await story);
  });

  it('completes after a kill right after an approval was delivered', async (test) => {
    const trap = createTrap();
    const stage = await openStage(test, {
      onDelivery: ({ event, payload, status }) => {
        const { comment } = payload as { readonly comment?: { readonly body?: string } };
        if (event === 'issue_comment' && comment?.body === 'approved' && status === 202) trap.spring();
      },
    });
    trap.arm(stage);
    const story = workItemStory(stage);
    await trap.sprung;
    await expectToldOnce(stage, await story);
  });

  it('completes after a kill between a comment reaching GitHub and its being recorded', async (test) => {
    const trap = createTrap();
    const stage = await openStage(test, {
      onWrite: ({ operation, body }) => {
        if (operation === 'add-comment' && String(body['body']).includes(CHECKLIST)) trap.spring();
      },
    });
    trap.arm(stage);
    const story = workItemStory(stage);
    await trap.sprung;
    const item = await story;
    await expectToldOnce(stage, item);
    expect(stage.feed.events.filter(({ event }) => event === 'outbox.adopted')).toHaveLength(1);
  });

  it('completes after a kill with a merge under way', async (test) => {
    const trap = createTrap();
    const stage = await openStage(test, {
      // The ticket's implementation waits for the pull request, however slow the machine is.
      agentScript: { repos: ['acme/infra'] },
      onDelivery: ({ event, action, status }) => {
        if (event === 'pull_request' && action === 'closed' && status === 202) trap.spring();
      },
    });
    trap.arm(stage);
    const story = fullProcessStory(stage);
    await trap.sprung;
    await expectToldOnce(stage, await story);
    expectOnce(stage, ['acme/infra#1']);
  });
});
