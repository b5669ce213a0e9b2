import { expect, it } from 'vitest';
import { type CheckoutRequest } from '../ports.ts';
import { comment, pullRequest } from '../testing/deliveries.ts';
import { createWorld, dispatcherOf, drain, portsOf, send } from '../testing/world.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const FOREIGN = { repository: 'octo/infra', number: 7, pullRequest: 'Closes acme/app#12' };
const head = (repo: unknown) => ({ head: { ref: 'feature', sha: 'a'.repeat(40), repo } });

it.each([
  ['of its own repository', head({ full_name: 'octo/infra' }), false],
  ['of a fork', head({ full_name: 'mallory/infra' }), true],
  ['of a fork that was deleted', head(null), true],
])('a checkout is asked for with where the head is: %s', async (_title, change, fromFork) => {
  const world = createWorld();
  const { workspaces } = portsOf(world);
  const asked: CheckoutRequest[] = [];
  const dispatcher = dispatcherOf(world, {
    workspaces: {
      ...workspaces,
      separate: true,
      prepare: (request, options) => {
        asked.push(request);
        return workspaces.prepare(request, options);
      },
    },
  });
  await send(world, comment(TICKET, 'the-loop start'), pullRequest(FOREIGN, 'opened', change));
  await drain(world, dispatcher);
  expect(asked.flatMap((request) => request.pullRequest ?? [])).toMatchObject([{ headRef: 'feature', fromFork }]);
});
