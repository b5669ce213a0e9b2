import { type Stage } from '../stage.ts';
import { APP } from '../world.ts';

/** (a) An ad-hoc task: asked, worked on, looked at, done. */
export async function adHocStory(stage: Stage): Promise<string> {
  const { world, narrator } = stage;
  narrator.heading('(a) An ad-hoc task: no process, one look by a person');
  const ticket = world.github.createIssue({ as: 'alice', repo: APP, title: 'Add a badge to the README' });
  const item = ticket.place;
  stage.say('alice', item, 'the-loop do — add a build badge to the README');
  await stage.entered({ item }, 'review');
  stage.say('alice', item, 'lgtm');
  await stage.completed(item);
  return item;
}
