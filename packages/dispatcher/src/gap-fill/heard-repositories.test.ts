import { expect, it } from 'vitest';
import { comment } from '../testing/deliveries.ts';
import { createWorld, play } from '../testing/world.ts';
import { heardRepositories } from './heard-repositories.ts';

const on = (host: string, repo: string) => ({ host, owner: 'octo', repo });

it('are those of work items that webhooks told about, beside the named ones, each once', async () => {
  const world = createWorld();
  await play(
    world,
    comment({ repository: 'octo/app', number: 1 }, 'the-loop start'),
    comment({ repository: 'octo/app', number: 2 }, 'the-loop start'),
    comment({ repository: 'octo/infra', number: 1 }, 'the-loop start'),
    comment({ repository: 'octo/strangers', number: 1 }, 'the-loop start', 'mallory'),
  );
  const named = [on('github.com', 'app'), on('ghe.example', 'app')];
  expect(await heardRepositories(world.store.inbox, named)).toEqual([...named, on('github.com', 'infra')]);
});

it('are only the named ones where nothing was told', async () => {
  expect(await heardRepositories(createWorld().store.inbox, [])).toEqual([]);
});
