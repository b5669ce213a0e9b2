import { createSessionRecords } from '@the-loop/dispatcher';
import { createRecorder } from '@the-loop/events';
import { parseRef, refKey } from '@the-loop/graph-core';
import { createMemoryStore, type Store } from '@the-loop/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStandingKeeper, type StandingKeeper } from './standing-keeper.ts';

const ITEM = parseRef('github:acme/app#7');

let store: Store;
let isOn: boolean;
let due: (() => void)[];
let keeper: StandingKeeper;
beforeEach(async () => {
  isOn = true;
  due = [];
  store = createMemoryStore({ now: () => new Date(0) });
  keeper = keeperOf();
  const begun = { agent: 'a', sessionId: 's', cwd: '/checkout' };
  await records().change(ITEM, { kind: 'start', ref: ITEM, at: '2026-01-01T00:00:00Z', ...begun });
});

const records = () => createSessionRecords(store.records);

function keeperOf(): StandingKeeper {
  const settings = () =>
    Promise.resolve({ route: { authorizedUsers: ['alice'] }, policy: { spawn: 'commanded' } } as never);
  return createStandingKeeper({
    store,
    memory: { store, now: () => 0, settings, verbsOf: () => Promise.resolve(null), service: null },
    isOn: () => isOn,
    nudge: () => undefined,
    emit: createRecorder().emit,
    clock: {
      now: () => 0,
      after: (_ms, task) => {
        due.push(task);
        return () => {
          due = due.filter((each) => each !== task);
        };
      },
    },
  });
}

function tell(event: string, work_item = 'github:acme/app#7'): void {
  keeper.write({ ts: '', source: 'service', level: 'info', pid: 1, event, work_item });
}

async function pass(): Promise<void> {
  for (const task of due.splice(0)) task();
  await keeper.flush();
}

const written = async () =>
  (await store.outbox.list({ limit: 9 })).reverse().map(({ payload }) => (payload as { readonly body: string }).body);

describe('the comment that says where an item stands', () => {
  it('is written once for a burst, and again only when it says something else', async () => {
    tell('graph.node_entered');
    tell('session.spawned');
    expect(due).toHaveLength(1);
    await pass();
    expect(await written()).toEqual([expect.stringContaining('github:acme/app#7: session active')]);
    tell('graph.node_entered');
    await pass();
    expect(await written()).toHaveLength(1);
    await records().change(ITEM, { kind: 'pause' });
    tell('control.applied');
    await pass();
    expect(await written()).toHaveLength(2);
    expect((await written())[1]).toContain('session paused');
  });

  it('comes back to an earlier text as a write of its own', async () => {
    for (const kind of ['pause', 'resume'] as const) {
      tell('control.applied');
      await pass();
      await records().change(ITEM, { kind });
    }
    tell('control.applied');
    await pass();
    const bodies = await written();
    expect(bodies).toHaveLength(3);
    expect(bodies[2]).toBe(bodies[0]);
  });

  it('is not kept of items nobody drives, of our own writes, or when it is off', async () => {
    tell('graph.node_entered', 'github:acme/app#8');
    tell('outbox.sent');
    tell('graph.node_entered', 'not a ref');
    isOn = false;
    tell('session.spawned');
    await pass();
    expect(await written()).toEqual([]);
  });

  it('is not written after a stop', async () => {
    tell('graph.node_entered');
    await keeper.stop();
    await pass();
    expect(await written()).toEqual([]);
  });

  it('goes into the lane of its item', async () => {
    tell('graph.node_entered');
    await pass();
    expect((await store.outbox.list({ limit: 1 }))[0]).toMatchObject({ lane: refKey(ITEM), kind: 'standing' });
  });
});
