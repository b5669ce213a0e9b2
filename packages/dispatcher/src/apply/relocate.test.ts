import { describe, expect, it } from 'vitest';
import { comment } from '../testing/deliveries.ts';
import { NEW, NEW_TICKET, start, transferred } from '../testing/moved.ts';
import { createWorld, dispatcherOf, drain, ends, play, portsOf, send } from '../testing/world.ts';

describe('an item on its way into its new checkout', () => {
  it('goes on after a crash between its steps', async () => {
    const world = createWorld();
    await play(world, start);
    const ports = portsOf(world);
    const broken = () => Promise.reject(new Error('gone'));
    const first = dispatcherOf(world, { workspaces: { ...ports.workspaces, carry: broken } });
    await first.start();
    await send(world, transferred());
    first.notify();
    await first.idle();
    expect((await ports.records.find(NEW))?.record).toMatchObject({
      status: 'paused',
      leftCheckout: { resumes: true },
    });
    await first.stop();
    const second = dispatcherOf(world);
    await second.start();
    await drain(world, second);
    expect((await ports.records.find(NEW))?.record).toMatchObject({
      status: 'active',
      cwd: '/checkouts/github:acme/next#3',
    });
  });

  const STEPS = ['prepare', 'carry', 'remove', 'rehome', 'change 1', 'change 2'] as const;

  it.each(STEPS.flatMap((step) => [['before', step] as const, ['after', step] as const]))(
    'loses no agent to a fault %s %s',
    async (when, step) => {
      const world = createWorld();
      await play(world, start);
      const ports = portsOf(world);
      const { workspaces, graph, records } = ports;
      const fault = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
        if (when === 'after') await call();
        throw new Error('gone');
      };
      let changes = 0;
      const change: typeof records.change = (item, input) => {
        if (input.kind !== 'relocate') return records.change(item, input);
        changes += 1;
        const call = () => records.change(item, input);
        return step === `change ${changes}` ? fault(call) : call();
      };
      const broken = dispatcherOf(world, {
        workspaces: {
          ...workspaces,
          ...(step === 'prepare' ? { prepare: (...args) => fault(() => workspaces.prepare(...args)) } : {}),
          ...(step === 'carry' ? { carry: (...args) => fault(() => workspaces.carry(...args)) } : {}),
          ...(step === 'remove' ? { remove: (...args) => fault(() => workspaces.remove(...args)) } : {}),
        },
        graph: { ...graph, ...(step === 'rehome' ? { rehome: (...args) => fault(() => graph.rehome(...args)) } : {}) },
        records: { ...records, change },
      });
      await broken.start();
      await send(world, transferred());
      broken.notify();
      await broken.idle();
      await broken.stop();
      const second = dispatcherOf(world);
      await second.start();
      await drain(world, second);
      expect((await ends(world)).at(-1)).toBe('settled item-moved');
      const session = await records.find(NEW);
      expect(session?.record).toMatchObject({ cwd: '/checkouts/github:acme/next#3', begun: false, status: 'active' });
      expect(session?.record.leftCheckout).toBeUndefined();
      expect([...world.checkouts]).toEqual(['github:acme/next#3']);
      expect(new Set(world.followed)).toEqual(
        new Set(['/checkouts/github:acme/app#12 => /checkouts/github:acme/next#3']),
      );
      expect(world.graph.calls.filter((call) => call.startsWith('rehome'))).toEqual(['rehome github:acme/next#3']);
    },
  );

  it('resumes an item that was held, also after a fault in the middle', async () => {
    const world = createWorld();
    world.settings = { ...world.settings, takesOver: () => false };
    await play(world, start, transferred());
    const ports = portsOf(world);
    const rehome = () => Promise.reject(new Error('gone'));
    const broken = dispatcherOf(world, { graph: { ...ports.graph, rehome } });
    await broken.start();
    await send(world, comment(NEW_TICKET, 'the-loop resume'));
    broken.notify();
    await broken.idle();
    expect((await ports.records.find(NEW))?.record.status).toBe('paused');
    await broken.stop();
    const second = dispatcherOf(world);
    await second.start();
    await drain(world, second);
    expect(world.graph.calls).toContain('rehome github:acme/next#3');
    const record = (await ports.records.find(NEW))?.record;
    expect(record).toMatchObject({ status: 'active', cwd: '/checkouts/github:acme/next#3' });
    expect(record?.leftCheckout).toBeUndefined();
  });
});
