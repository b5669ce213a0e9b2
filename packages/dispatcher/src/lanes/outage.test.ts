import { GithubError } from '@the-loop/integrations-github';
import { describe, expect, it } from 'vitest';
import { createDispatcher } from '../create-dispatcher.ts';
import { comment } from '../testing/deliveries.ts';
import { createWorld, dispatcherOf, drain, ends, portsOf, send } from '../testing/world.ts';

const TICKET = { repository: 'acme/app', number: 12 };
const OTHER = { repository: 'acme/app', number: 13 };

describe('GitHub away for an hour', () => {
  const away = new GithubError('GITHUB_NETWORK', 'no answer', { retry: 'later' });

  it('loses nothing, and counts no try', async () => {
    const world = createWorld();
    const until = world.clock.now() + 3_600_000;
    const workspaces = {
      ...portsOf(world).workspaces,
      prepare: (...args: Parameters<ReturnType<typeof portsOf>['workspaces']['prepare']>) =>
        world.clock.now() < until ? Promise.reject(away) : portsOf(world).workspaces.prepare(...args),
    };
    const dispatcher = dispatcherOf(world, { workspaces });
    await send(world, comment(TICKET, 'the-loop start'), comment(TICKET, 'next'), comment(OTHER, 'the-loop stop'));
    await drain(world, dispatcher);
    expect(await ends(world)).toEqual([
      'settled session-spawned',
      'settled event-delivered',
      'settled nothing-to-stop',
    ]);
    expect(world.clock.now()).toBeLessThan(until + 300_001);
    expect((await world.store.inbox.get(1))?.attempts).toBe(0);
  });

  it('leaves a row alone that is older than a day, for a day', async () => {
    const world = createWorld();
    await send(world, comment(TICKET, 'the-loop start'));
    world.clock.advance(3 * 24 * 3_600_000);
    let isAway = true;
    const workspaces = {
      ...portsOf(world).workspaces,
      prepare: (...args: Parameters<ReturnType<typeof portsOf>['workspaces']['prepare']>) =>
        isAway ? Promise.reject(away) : portsOf(world).workspaces.prepare(...args),
    };
    const dispatcher = dispatcherOf(world, { workspaces });
    dispatcher.notify();
    for (let tries = 0; tries < 20; tries += 1) {
      await dispatcher.idle();
      world.clock.next();
    }
    isAway = false;
    await drain(world, dispatcher);
    expect(await ends(world)).toEqual(['settled session-spawned']);
  });

  it('does not keep others out, however many rows wait for it', async () => {
    const world = createWorld();
    const workspaces = { ...portsOf(world).workspaces, prepare: () => Promise.reject(away) };
    const ports = portsOf(world, { workspaces });
    const dispatcher = createDispatcher({ ports, settings: () => world.settings, window: 4 });
    const waiting = Array.from({ length: 20 }, (_, n) =>
      comment({ repository: 'acme/app', number: n + 1 }, 'the-loop start'),
    );
    await send(world, ...waiting, comment({ repository: 'acme/app', number: 99 }, 'the-loop stop'));
    dispatcher.notify();
    await dispatcher.idle();
    expect((await ends(world)).at(-1)).toBe('settled nothing-to-stop');
  });

  it('gives up after a day, with the reason', async () => {
    const world = createWorld();
    const workspaces = { ...portsOf(world).workspaces, prepare: () => Promise.reject(away) };
    await send(world, comment(TICKET, 'the-loop start'));
    await drain(world, dispatcherOf(world, { workspaces }));
    expect(await ends(world)).toEqual(['dead GITHUB_NETWORK: no answer']);
  });
});
