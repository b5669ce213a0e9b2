import { parseRef, refKey } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { comment, issue } from '../../testing/deliveries.ts';
import { createWorld, dispatcherOf, drain, ends, portsOf, send, writesOf } from '../../testing/world.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const ITEM = parseRef('github:acme/app#12');

describe('a close by a person while GitHub cannot say who closed', () => {
  it('waits, tells the thread nothing, and ends the item once GitHub answers', async () => {
    const world = createWorld();
    const answers = ['unknown', 'unknown', 'person'] as const;
    let asked = 0;
    const closer = () => Promise.resolve(answers[asked++] ?? 'person');
    const dispatcher = dispatcherOf(world, { closures: { closer } });
    await send(world, comment(TICKET, 'the-loop start'), issue(TICKET, 'closed'));
    await drain(world, dispatcher);
    expect(asked).toBe(3);
    expect((await ends(world)).at(-1)).toBe('settled item-ended');
    expect(await portsOf(world).records.find(ITEM)).toBeNull();
    expect((await writesOf(world)).filter((write) => write.startsWith('comment'))).toEqual([]);
  });

  it('ends a finished item at once', async () => {
    const world = createWorld();
    const dispatcher = dispatcherOf(world, { closures: { closer: () => Promise.resolve('unknown') } });
    await send(world, comment(TICKET, 'the-loop start'));
    await drain(world, dispatcher);
    world.graph.place('github:acme/app#12', 'complete');
    await send(world, issue(TICKET, 'closed'));
    await drain(world, dispatcher);
    expect((await ends(world)).at(-1)).toBe('settled item-ended');
    expect(await world.store.records.get('session', refKey(ITEM))).toBeNull();
  });
});
