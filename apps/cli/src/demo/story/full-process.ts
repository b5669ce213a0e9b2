import { LoopError } from '@the-loop/graph-core';
import { type Stage } from '../stage.ts';
import { APP, INFRA } from '../world.ts';

const REVIEWS = ['self-review', 'critic-review', 'security-review', 'evidence', 'capability-docs', 'reviewer-briefing'];
const CHECKLIST_MARKER = '<!-- the-loop:phase-selection -->';

/** (b) and (c) The whole process, with a phase skipped, a review that asks for changes, and a pull request elsewhere. */
export async function fullProcessStory(stage: Stage): Promise<string> {
  const item = await select(stage);
  await specify(stage, item);
  await implement(stage, item);
  stage.narrator.heading('(b) again: reviews, and the last word');
  await finish(stage, item);
  return item;
}

/** (b) alone, without reviews: the work is done in the ticket's own repository. */
export async function workItemStory(stage: Stage): Promise<string> {
  const rows = REVIEWS.map((node) => `- [ ] ${node}`);
  const item = await select(stage, ['the-loop execute', '', ...rows].join('\n'));
  await specify(stage, item);
  await finish(stage, item);
  return item;
}

/** The last word. */
async function finish(stage: Stage, item: string): Promise<void> {
  await stage.entered({ item }, 'human-approval');
  stage.say('alice', item, 'approved');
  await stage.completed(item);
}

/** The ticket, the checklist, the boxes, the signature. */
async function select(stage: Stage, signature = 'the-loop execute'): Promise<string> {
  const { world, narrator } = stage;
  narrator.heading('(b) A work item: phases chosen, documents approved');
  const ticket = world.github.createIssue({ as: 'alice', repo: APP, title: 'Retry uploads that fail' });
  const item = ticket.place;
  stage.say('alice', item, 'the-loop start');
  await world.github.until(() => checklistOn(stage, item) !== undefined, { what: 'the checklist' });
  const checklist = checklistOn(stage, item);
  if (checklist === undefined) throw new LoopError('DEMO_STORY_STUCK', 'the checklist vanished');
  narrator.said('alice', `unticks "brainstorming" in the checklist on ${item}`);
  world.github.editComment({
    as: 'alice',
    id: checklist.id,
    body: checklist.body.replace('- [x] brainstorming', '- [ ] brainstorming'),
  });
  stage.say('alice', item, signature);
  await stage.entered({ item }, 'requirements-definition');
  return item;
}

function checklistOn(stage: Stage, item: string) {
  return stage.world.github.comments(item).find(({ body }) => body.includes(CHECKLIST_MARKER));
}

/** Requirements and design, each with its human gate; the design is sent back once. */
async function specify(stage: Stage, item: string): Promise<void> {
  await stage.entered({ item }, 'requirements-approval');
  stage.say('alice', item, 'approved');
  await stage.entered({ item }, 'design-approval');
  stage.say('bob', item, 'changes requested: say how many times an upload is tried');
  await stage.entered({ item }, 'design-approval', 2);
  stage.say('bob', item, 'approved');
  await stage.entered({ item }, 'implementation');
}

/** (c) The work happens in another repository; the ticket waits for that pull request. */
async function implement(stage: Stage, item: string): Promise<void> {
  const { world, narrator } = stage;
  narrator.heading('(c) A pull request in a second repository delivers it');
  const head = await world.repositories.pushBranch(INFRA, 'retry-uploads', {
    files: { 'retry.md': 'Try five times.\n' },
    message: 'Retry uploads',
  });
  const pull = world.github.openPullRequest({
    as: 'bob',
    repo: INFRA,
    title: 'Retry uploads',
    body: `Closes ${item}`,
    head: { ref: 'retry-uploads', sha: head },
  });
  const pullRequest = pull.place;
  narrator.said('bob', `opens ${pullRequest}: "Closes ${item}"`);
  await stage.entered({ item, pullRequest }, 'pr-approval');
  await stage.feed.waitUntil(
    (events) =>
      events.some(
        (event) =>
          event.event === 'graph.parked' &&
          event['work_item'] === `github:${item}` &&
          event['node'] === 'implementation',
      ),
    'the ticket waiting for its pull request',
  );
  narrator.said('alice', `merges ${pullRequest}`);
  world.github.merge({ as: 'alice', on: pullRequest });
  await stage.entered({ item }, 'verification');
}
