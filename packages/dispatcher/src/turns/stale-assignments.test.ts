import { describe, expect, it } from 'vitest';
import { assign, FAILED, keysOf, loopOf, settle, turnWorld } from '../testing/turn-world.ts';

describe('an assignment', () => {
  it('does not try an assignment again whose loop has moved on', async () => {
    const made = await turnWorld();
    await assign(made, 'design');
    const loop = loopOf(made);
    await loop.start();
    await settle();
    made.left.add('design');
    made.running[0]?.end(FAILED);
    await settle();
    while (made.clock.next()) await settle();
    expect(keysOf(made)).toEqual(['design']);
    expect((await made.store.turns.list({ limit: 10 })).map(({ status }) => status)).toEqual(['finished']);
  });

  it('gives an assignment again that an agent left undone while nobody saw its end', async () => {
    const made = await turnWorld();
    await assign(made, 'design');
    await made.store.turns.begin('design', { pid: 7, startTime: 't', attempt: 1 });
    made.alive.add(7);
    const loop = loopOf(made);
    await loop.start();
    await settle();
    expect(keysOf(made)).toEqual([]);
    made.alive.delete(7);
    made.clock.advance(1000);
    await settle();
    expect(keysOf(made)).toEqual(['design']);
  });

  it('does not give an assignment again that was done while nobody saw its end', async () => {
    const made = await turnWorld();
    await assign(made, 'design');
    await made.store.turns.begin('design', { pid: 7, startTime: 't', attempt: 1 });
    made.alive.add(7);
    const loop = loopOf(made);
    await loop.start();
    await settle();
    made.alive.delete(7);
    made.left.add('design');
    made.clock.advance(1000);
    await settle();
    expect(keysOf(made)).toEqual([]);
    expect(made.finished).toEqual([['design', true]]);
  });
});
