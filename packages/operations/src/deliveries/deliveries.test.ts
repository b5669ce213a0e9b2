import { createAppliedRecord } from '@the-loop/dispatcher';
import { describe, expect, it } from 'vitest';
import { comment, decided, memoryContext, sent, withSession } from '../testing/memory-context.ts';
import { deliveriesDrop } from './drop.ts';
import { deliveriesList } from './list.ts';
import { deliveriesRetry } from './retry.ts';
import { deliveriesShow } from './show.ts';

const agent = { isAgent: true };

async function deadLetter(world: ReturnType<typeof memoryContext>): Promise<number> {
  const id = await sent(world, comment('the-loop start'));
  await world.store.inbox.retry(id, { error: 'no checkout', notBefore: 0 });
  await world.store.inbox.dead(id, { reason: 'no checkout for github:acme/app#7' });
  return id;
}

describe('deliveries list', () => {
  it('shows the newest first, with whom, about what, and why it ended', async () => {
    const world = memoryContext();
    await decided(world, comment('the-loop start'));
    await decided(world, comment('hello', { by: 'mallory' }));
    await deadLetter(world);
    const { text, exitCode } = await deliveriesList.invoke(world.context, {});
    expect(exitCode).toBe(0);
    expect(text.split('\n')).toEqual([
      'No.  Received              Event                  By       Work item          Status   Reason',
      '3    2026-01-02T03:03:05Z  issue_comment                                      dead     no checkout for github:acme/app#7',
      '2    2026-01-02T03:03:05Z  issue_comment.created  mallory  github:acme/app#7  dropped  unauthorized-actor',
      '1    2026-01-02T03:03:05Z  issue_comment.created  alice    github:acme/app#7  settled  session-spawned',
      '0 open, 1 settled, 1 dropped, 1 dead letter',
    ]);
  });

  it('tells when an open one is tried again', async () => {
    const world = memoryContext();
    const id = await sent(world, comment('hello'));
    await world.store.inbox.retry(id, { error: 'GitHub is away', notBefore: Date.parse('2026-01-02T03:05:00Z') });
    const { text } = await deliveriesList.invoke(world.context, { status: 'open' });
    expect(text).toContain('tried 1×, again at 2026-01-02T03:05:00Z: GitHub is away');
  });

  it('finds those of a work item by its ref, its id or its pull request', async () => {
    const world = memoryContext();
    await withSession(world);
    const own = await decided(world, comment('hello'));
    await decided(world, comment('hello', { number: 8 }));
    for (const workItem of ['acme/app#7', 'github:acme/app#7', 'issue-7', 'acme/infra#3']) {
      const { result } = await deliveriesList.invoke(world.context, { workItem });
      expect(result).toMatchObject({ deliveries: [{ id: own }] });
    }
  });

  it('says that nothing is there to list', async () => {
    const { text } = await deliveriesList.invoke(memoryContext().context, {});
    expect(text).toBe('no such deliveries (0 open, 0 settled, 0 dropped, 0 dead letters)');
  });

  it.each(['#7', 'nobody', '../../etc'])('refuses "%s" as a work item', async (workItem) => {
    await expect(deliveriesList.invoke(memoryContext().context, { workItem })).rejects.toMatchObject({
      code: expect.stringMatching(/^OPERATION_(?:USAGE|ITEM_UNKNOWN)$/),
    });
  });

  it('has nothing to tell where no service has run', async () => {
    const context = { ...memoryContext().context, memory: <T>(use: (none: null) => Promise<T>) => use(null) };
    await expect(deliveriesList.invoke(context, {})).rejects.toMatchObject({ code: 'OPERATION_NOTHING_STORED' });
  });
});

describe('deliveries show', () => {
  it('finds a delivery by its number and by the id GitHub gave it, and shows the payload only when asked', async () => {
    const world = memoryContext();
    const id = await decided(world, comment('the words'));
    for (const name of [String(id), `guid-${id}`]) {
      const { text, result } = await deliveriesShow.invoke(world.context, { id: name });
      expect(result).toMatchObject({ id, body: null });
      expect(text).not.toContain('the words');
      expect(text).toContain(`more:        the-loop explain ${id}`);
    }
    const { text } = await deliveriesShow.invoke(world.context, { id: String(id), body: true });
    expect(text).toContain('the words');
  });

  it('counts the try at which it was given up', async () => {
    const world = memoryContext();
    const { text } = await deliveriesShow.invoke(world.context, { id: String(await deadLetter(world)) });
    expect(text).toContain('tries:       2 failed');
  });

  it('lets nothing that strangers wrote steer the terminal', async () => {
    const world = memoryContext();
    const id = await decided(world, comment('x', { by: 'mal\u001B[2Jlory\u202E' }));
    const { text } = await deliveriesShow.invoke(world.context, { id: String(id), body: true });
    expect(text).toContain('by mal?[2Jlory?');
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  it('names a delivery that is not stored', async () => {
    await expect(deliveriesShow.invoke(memoryContext().context, { id: '12' })).rejects.toMatchObject({
      code: 'OPERATION_DELIVERY_UNKNOWN',
    });
  });
});

describe('deliveries retry', () => {
  it('opens a dead letter to be decided anew, without what the old decision had done, and wakes the service', async () => {
    const world = memoryContext();
    const id = await deadLetter(world);
    const applied = createAppliedRecord(world.store.records);
    await applied.write(String(id), [{ consumed: false, outcome: 'recorded' }]);
    await deliveriesRetry.invoke(world.context, { id: String(id) });
    expect(await world.store.inbox.get(id)).toMatchObject({ status: 'open', decision: null, attempts: 0, reason: '' });
    expect(await applied.read(String(id))).toEqual([]);
    expect(world.asked).toEqual(['deliveries']);
    const [told] = await world.store.eventLog.query({ limit: 10 });
    expect(told?.record).toMatchObject({ event: 'inbox.requeued', inbox_id: id, delivery_id: `guid-${id}` });
  });

  it('takes a decision away, so that today decides', async () => {
    const world = memoryContext();
    const id = await decided(world, comment('hello', { by: 'mallory' }));
    await deliveriesRetry.invoke(world.context, { id: `guid-${id}` });
    expect(await world.store.inbox.get(id)).toMatchObject({ status: 'open', decision: null });
  });

  it('says that a stopped service takes it when it starts', async () => {
    const world = memoryContext({ isRunning: false });
    const { text } = await deliveriesRetry.invoke(world.context, { id: String(await deadLetter(world)) });
    expect(text).toContain('it is decided when the service starts');
  });

  it('refuses what was carried out, and what is open', async () => {
    const world = memoryContext();
    const done = await decided(world, comment('the-loop start'));
    const open = await sent(world, comment('hello'));
    for (const id of [done, open]) {
      await expect(deliveriesRetry.invoke(world.context, { id: String(id) })).rejects.toMatchObject({
        code: 'OPERATION_DELIVERY_STATUS',
      });
    }
    expect(await world.store.inbox.get(done)).toMatchObject({ status: 'settled' });
    expect(world.asked).toEqual([]);
  });
});

describe('deliveries drop', () => {
  it('ends a dead letter, with a reason of its own that has a sentence', async () => {
    const world = memoryContext();
    const id = await deadLetter(world);
    await deliveriesDrop.invoke(world.context, { id: String(id) });
    const { result } = await deliveriesShow.invoke(world.context, { id: String(id) });
    expect(result).toMatchObject({
      status: 'dropped',
      reason: 'dropped-by-operator',
      sentence: 'The operator dropped it with: the-loop deliveries drop.',
    });
  });

  it('leaves alone what the running service works on, and what has ended', async () => {
    const world = memoryContext();
    const open = await sent(world, comment('hello'));
    const done = await decided(world, comment('the-loop start'));
    for (const id of [open, done]) {
      await expect(deliveriesDrop.invoke(world.context, { id: String(id) })).rejects.toMatchObject({
        code: 'OPERATION_DELIVERY_STATUS',
      });
    }
  });

  it('ends an open one where no service runs', async () => {
    const world = memoryContext({ isRunning: false });
    const id = await sent(world, comment('hello'));
    await deliveriesDrop.invoke(world.context, { id: String(id) });
    expect(await world.store.inbox.get(id)).toMatchObject({ status: 'dropped' });
  });
});

it.each([deliveriesRetry, deliveriesDrop])('an agent cannot use $name', async (verb) => {
  const world = memoryContext();
  const id = await deadLetter(world);
  await expect(verb.invoke({ ...world.context, ...agent }, { id: String(id) })).rejects.toMatchObject({
    code: 'OPERATION_AGENT_REFUSED',
  });
  expect(await world.store.inbox.get(id)).toMatchObject({ status: 'dead' });
});
