import { type Stage } from '../stage.ts';
import { APP } from '../world.ts';

/**
 * One person, one token for person and service: the ticket, the start, two approved documents, the last word. Answers the
 * item.
 */
export async function soloStory(stage: Stage): Promise<string> {
  const { world, narrator } = stage;
  narrator.heading('(e) Alone: one person, one login and one token for everything');
  const item = world.github.createIssue({ as: 'alice', repo: APP, title: 'Remember the chosen theme' }).place;
  narrator.said('alice', `opens ${item}: "Remember the chosen theme"`);
  stage.say('alice', item, 'the-loop start default');
  await stage.entered({ item }, 'requirements-approval');
  stage.say('alice', item, 'approved');
  await stage.entered({ item }, 'design-approval');
  stage.say('alice', item, 'approved');
  await stage.entered({ item }, 'human-approval');
  stage.say('alice', item, 'approved');
  await stage.completed(item);
  narrator.noted('alone', 'five acts of one person: the ticket, the start, three answers');
  return item;
}
