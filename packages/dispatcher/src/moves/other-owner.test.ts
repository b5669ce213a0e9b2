import { parseRef } from '@the-loop/graph-core';
import { expect, it } from 'vitest';
import { comment, pullRequest } from '../testing/deliveries.ts';
import { start } from '../testing/moved.ts';
import { createWorld, play, portsOf, turnsOf, writesOf } from '../testing/world.ts';

const ITEM = parseRef('github:octo/app#12');

/** GitHub says that `acme/app` is `octo`'s now. */
const given = {
  event: 'repository',
  payload: {
    action: 'transferred',
    repository: { id: 77, full_name: 'octo/app', html_url: 'https://github.com/octo/app' },
    changes: { owner: { from: { user: { login: 'acme' } } } },
    sender: { login: 'carol' },
  },
};

function strange() {
  const world = createWorld();
  world.settings = { ...world.settings, takesOver: () => false };
  return world;
}

it('holds the items of a repository whose new owner the configuration does not name, until a person resumes them', async () => {
  const world = strange();
  await play(world, start, given);
  const { records } = portsOf(world);
  expect((await records.find(ITEM))?.record.status).toBe('paused');
  expect(world.recorder.of('session.held')).toMatchObject([
    { work_item: 'github:octo/app#12', from: 'github:acme/app#12', reason: 'repository-not-named' },
  ]);
  expect((await writesOf(world)).filter((write) => write.includes('has another owner'))).toHaveLength(1);
  const turns = await turnsOf(world);
  await play(world, comment({ repository: 'octo/app', number: 12 }, 'hello'));
  expect(await turnsOf(world)).toEqual(turns);
  await play(world, comment({ repository: 'octo/app', number: 12 }, 'the-loop resume'));
  expect((await records.find(ITEM))?.record.status).toBe('active');
});

it('holds an item whose pull request is there, and tells the item', async () => {
  const world = strange();
  const elsewhere = { repository: 'acme/app', number: 40, pullRequest: 'Closes tickets/all#1' };
  await play(
    world,
    comment({ repository: 'tickets/all', number: 1 }, 'the-loop start'),
    pullRequest(elsewhere, 'opened'),
  );
  await play(world, given);
  const record = (await portsOf(world).records.find(parseRef('github:tickets/all#1')))?.record;
  expect([record?.status, record?.bindings.map(({ ref }) => ref)]).toEqual(['paused', ['github:octo/app#40']]);
  expect(world.recorder.of('session.held')).toMatchObject([{ work_item: 'github:tickets/all#1' }]);
});

it('lets them go on where the configuration names it', async () => {
  const world = createWorld();
  await play(world, start, given);
  expect((await portsOf(world).records.find(ITEM))?.record.status).toBe('active');
  expect(world.recorder.of('session.held')).toEqual([]);
});
