import { LoopError } from '@the-loop/graph-core';
import { type FeedEvent } from '../event-feed.ts';
import { type Stage } from '../stage.ts';
import { APP } from '../world.ts';

/** (d) What changes nothing, each with its reason. */
export async function refusalsStory(stage: Stage): Promise<void> {
  const { world, narrator, feed } = stage;
  narrator.heading('(d) What changes nothing, and why');
  const ticket = world.github.createIssue({ as: 'alice', repo: APP, title: 'Something else' });
  stage.say('mallory', ticket.place, 'the-loop start');
  await feed.waitUntil(
    (events) => events.some((event) => isDrop(event, 'unauthorized-actor')),
    'the stranger being refused',
  );

  const [delivery] = world.github.deliveries().filter(({ event }) => event === 'issue_comment');
  if (delivery === undefined) throw new LoopError('DEMO_STORY_STUCK', 'no delivery was logged');
  narrator.said('GitHub', `delivers ${delivery.event} ${delivery.guid} once more`);
  world.github.redeliver(delivery.guid);
  await feed.waitUntil(
    (events) => events.some((event) => event.event === 'inbox.duplicate'),
    'the redelivery being recognised',
  );

  const head = await world.repositories.pushBranch(APP, 'issue-999', { files: { 'ghost.md': 'nothing\n' } });
  const ghost = world.github.openPullRequest({
    as: 'alice',
    repo: APP,
    title: 'Names a ticket that is not there',
    head: { ref: 'issue-999', sha: head },
  });
  narrator.said('alice', `opens ${ghost.place} from the branch issue-999; there is no such ticket`);
  stage.say('alice', ghost.place, 'what do you think?');
  await feed.waitUntil(
    (events) => events.some((event) => event.event === 'routing.linkage_dropped'),
    'the ghost being dropped',
  );
}

function isDrop(event: FeedEvent, reason: string): boolean {
  return event.event === 'routing.dropped' && event['reason'] === reason;
}
