import { type PolledWorld } from './polled-world.ts';

/** What people do in the repository of a polled world, as the tests say it. */
export function polledActs(world: () => PolledWorld) {
  return {
    issue: (labels: readonly string[] = [], as = 'alice') =>
      world().github.createIssue({ as, repo: 'octo/app', title: 'A ticket', labels }).place,
    say: (on: string, body: string, as = 'alice') => world().github.comment({ as, on, body }).id,
    pull: (body = '', as = 'alice') =>
      world().github.openPullRequest({ as, repo: 'octo/app', title: 'A change', body, head: { ref: 'issue-1' } }).place,
    told: (event: string) => world().recorder.events.filter((each) => each.event === event),
  };
}
