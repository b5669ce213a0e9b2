import { expect, it, onTestFinished } from 'vitest';
import { type ClosingReader } from '../intake/enrich-closing-references.ts';
import { createSessionRecords } from '../records/session-records.ts';
import { stored } from '../testing/deliveries.ts';
import { createPolledWorld, type PolledWorld } from '../testing/polled-world.ts';
import { createWorld, dispatcherOf, drain, ends, turnsOf, type World } from '../testing/world.ts';

/** A dispatcher that works on what polling and webhooks store. */
async function openBoth(change: { readonly closing?: (polled: PolledWorld) => ClosingReader } = {}) {
  const polled = await createPolledWorld();
  onTestFinished(() => polled.close());
  await polled.poll();
  polled.github.addWebhook({ url: 'http://127.0.0.1:9/' });
  const world: World = { ...createWorld(), store: polled.store, clock: polled.clock };
  const dispatcher = dispatcherOf(world, { closing: change.closing?.(polled) });
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

/** What the service asks of GitHub about pull requests, without its cache. */
const asking = ({ operations }: PolledWorld): ClosingReader => ({
  closing: ({ ref }, options) => operations.closingReferences(ref, options),
  pullRequest: ({ ref }, options) => operations.getPullRequest(ref, options),
});

it.each([
  ['webhooks', arrive],
  ['polling', (polled: PolledWorld) => polled.poll()],
] as const)(
  'a start on a pull request begins the session of the ticket that its branch names, by %s',
  async (_, hear) => {
    const { polled, world, work } = await openBoth({ closing: asking });
    const { github } = polled;
    github.createIssue({ as: 'alice', repo: 'octo/app', title: 'A ticket' });
    const head = { ref: 'issue-1' };
    const { place } = github.openPullRequest({ as: 'alice', repo: 'octo/app', title: 'A change', head });
    polled.clock.advance(1000);
    github.comment({ as: 'alice', on: place, body: 'the-loop start' });
    await hear(polled);
    await work();
    const ticket = { provider: 'github', host: 'github.com', owner: 'octo', repo: 'app', number: 1 };
    const session = await createSessionRecords(world.store.records).find(ticket);
    expect(session?.record.bindings.map(({ ref }) => ref)).toEqual(['github:octo/app#2']);
  },
);
