import { expect, it } from 'vitest';
import { soloStory } from '../apps/cli/src/demo/story/solo.ts';
import { expectNothingLost, expectOnce, ownComments } from './stage/expect-once.ts';
import { openStage } from './stage/open-stage.ts';

it.concurrent('one person with one token walks a ticket to done in five acts', async (test) => {
  const stage = await openStage(test, { identity: 'shared' });
  const { github } = stage.world;
  const item = await soloStory(stage);
  await github.until(() => github.issue(item).labels.includes('loop:complete'), { what: 'the last label' });
  await github.drained();

  const marked = ({ body }: { readonly body: string }) => body.includes('<!-- the-loop:agent-comment -->');
  expect(new Set(github.comments(item).map(({ author }) => author))).toEqual(new Set(['alice']));
  const acts = github.comments(item).filter((comment) => !marked(comment));
  expect(acts.map(({ body }) => body)).toEqual(['the-loop start default', 'approved', 'approved', 'approved']);
  expect(ownComments(stage, item)).toEqual([
    'Phase selection recorded, signed by @alice:',
    '### issue-1: `requirements-approval` waits for a person',
    '### issue-1: `design-approval` waits for a person',
    '### issue-1: `human-approval` waits for a person',
  ]);
  expectOnce(stage, [item]);
  expectNothingLost(stage);
});

it.concurrent('without the acceptance of a shared identity the same words answer no gate', async (test) => {
  const stage = await openStage(test, { identity: 'unaccepted' });
  const { github } = stage.world;
  const item = github.createIssue({ as: 'alice', repo: 'acme/app', title: 'Remember the theme' }).place;
  stage.say('alice', item, 'the-loop start');
  await stage.entered({ item }, 'phase-selection');
  stage.say('alice', item, 'the-loop execute');
  const said = github.deliveries().findLast(({ event, payload }) => event === 'issue_comment' && isExecute(payload));
  await stage.feed.waitUntil(
    (events) =>
      events.some(
        (event) => event['delivery_id'] === said?.guid && ['dispatch.decided', 'routing.dropped'].includes(event.event),
      ),
    'the words being judged',
  );
  await github.drained();
  expect(stage.feed.events.filter(({ event }) => event === 'graph.advanced')).toEqual([]);
});

function isExecute({ comment }: { readonly comment?: { readonly body?: string } }): boolean {
  return comment?.body === 'the-loop execute';
}
