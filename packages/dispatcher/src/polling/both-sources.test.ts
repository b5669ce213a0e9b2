import { expect, it, onTestFinished } from 'vitest';
import { stored } from '../testing/deliveries.ts';
import { createPolledWorld, type PolledWorld } from '../testing/polled-world.ts';
import { createWorld, dispatcherOf, drain, ends, turnsOf, type World } from '../testing/world.ts';

/** A dispatcher that works on what polling and webhooks store. */
async function openBoth() {
  const polled = await createPolledWorld();
  onTestFinished(() => polled.close());
  await polled.poll();
  polled.github.addWebhook({ url: 'http://127.0.0.1:9/' });
  const world: World = { ...createWorld(), store: polled.store, clock: polled.clock };
  const dispatcher = dispatcherOf(world);
  await dispatcher.start();
  return { polled, world, work: () => drain(world, dispatcher) };
}

/** A ticket, a start and a word of thanks. */
function happen({ github, clock }: PolledWorld): void {
  const { place } = github.createIssue({ as: 'alice', repo: 'octo/app', title: 'A ticket' });
  for (const body of ['the-loop start', 'thank you']) {
    clock.advance(1000);
    github.comment({ as: 'alice', on: place, body });
  }
}

/** Everything that GitHub sent arrives. */
async function arrive({ github, store, clock }: PolledWorld): Promise<void> {
  await github.drained();
  await store.inbox.accept(github.deliveries().map((sent) => stored(sent, sent.guid, clock.now())));
}

it('W13: what webhooks told is not told again by polling', async () => {
  const { polled, world, work } = await openBoth();
  happen(polled);
  await arrive(polled);
  await work();
  expect(await polled.poll()).toHaveLength(2);
  await work();
  expect(await ends(world)).toEqual([
    'dropped awaiting-start',
    'settled session-spawned',
    'settled event-delivered',
    'dropped duplicate-logical',
    'dropped duplicate-logical',
  ]);
  expect(await turnsOf(world)).toEqual(['event github~octo~app~1']);
});

it('W13: words that polling told are not told again by webhooks that come late', async () => {
  const { polled, world, work } = await openBoth();
  happen(polled);
  expect(await polled.poll()).toHaveLength(3);
  await work();
  await arrive(polled);
  await work();
  const late = (await ends(world)).slice(3);
  expect(late.slice(1)).toEqual(['dropped duplicate-logical', 'dropped duplicate-logical']);
});
