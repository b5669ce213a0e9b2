import { parseRef, refKey } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { comment } from '../../testing/deliveries.ts';
import { createWorld, ends, play, portsOf, writesOf } from '../../testing/world.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const NAME = 'github:acme/app#12';
const ITEM = parseRef(NAME);
const START = comment(TICKET, 'the-loop start');

describe('cleanup of a checkout that holds work', () => {
  it('is refused as a whole and says how to confirm it', async () => {
    const world = createWorld();
    world.removal = { kind: 'preserved', work: ['uncommitted'] };
    await play(world, START, comment(TICKET, 'the-loop cleanup'));
    expect((await ends(world)).at(-1)).toBe('settled work-unsaved');
    expect((await portsOf(world).records.find(ITEM))?.record.status).toBe('active');
    expect((await portsOf(world).records.control(ITEM))?.command).toBe('start');
    expect(world.ended).toEqual([]);
    expect(world.graph.calls).toEqual([]);
    const [sign, sentence, ...more] = (await writesOf(world)).slice(1);
    expect([sign, more]).toEqual(['reaction: confused', []]);
    expect(sentence).toContain('the-loop cleanup --confirm');
  });

  it('is carried out when it is confirmed', async () => {
    const world = createWorld();
    world.removal = { kind: 'preserved', work: ['uncommitted'] };
    await play(world, START, comment(TICKET, 'the-loop cleanup --confirm'));
    expect((await ends(world)).at(-1)).toBe('settled item-cleaned');
    expect(world.checkouts.has(NAME)).toBe(false);
    expect(await portsOf(world).records.find(ITEM)).toBeNull();
  });
});

describe('cleanup without a record', () => {
  it('removes a checkout that is still there', async () => {
    const world = createWorld();
    world.checkouts.add(NAME);
    await play(world, comment(TICKET, 'the-loop cleanup'));
    expect((await ends(world)).at(-1)).toBe('settled item-cleaned');
    expect(world.checkouts.has(NAME)).toBe(false);
    expect(world.recorder.of('session.cleaned')).toMatchObject([{ found: false, removed: [NAME] }]);
  });

  it('asks for confirmation when that checkout holds work', async () => {
    const world = createWorld();
    world.removal = { kind: 'preserved', work: ['unpushed'] };
    world.checkouts.add(NAME);
    await play(world, comment(TICKET, 'the-loop cleanup'));
    expect((await ends(world)).at(-1)).toBe('settled work-unsaved');
    expect(await world.store.records.get('control', refKey(ITEM))).toBeNull();
  });
});
