import { createRecorder } from '@the-loop/events';
import { createMemoryStore, type NewOutboxRow } from '@the-loop/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLife, mortalPort } from '../testing/mortal.ts';
import { createVirtualClock, type VirtualClock } from '../testing/virtual-clock.ts';
import { createOutboxDrain, type OutboxDrain, type OutboxDrainOptions } from './create-outbox-drain.ts';
import { type Performer } from './perform.ts';
import { type WriteEnd } from './perform-row.ts';

function world() {
  const clock = createVirtualClock();
  const store = createMemoryStore({ now: () => new Date(clock.now()) });
  return {
    clock,
    store,
    host: { writes: [] as string[] },
    recorder: createRecorder(),
    ends: [] as [string, WriteEnd['kind']][],
  };
}

function row(key: string): NewOutboxRow {
  return { key, lane: 'a', host: 'github.com', kind: 'comment', payload: {}, createdAt: 0, source: {} };
}

async function finish(drain: OutboxDrain, clock: VirtualClock): Promise<void> {
  drain.notify();
  do {
    await drain.idle();
  } while (clock.next());
  await drain.idle();
}

describe('where rows become one write', () => {
  const coalescing: OutboxDrainOptions['coalescing'] = (_first, next) => {
    if (next.kind === 'label') return 'beside';
    return next.kind === 'comment' ? 'joins' : 'after';
  };
  const kinds = (...all: readonly string[]) => all.map((kind, n) => ({ ...row(`${kind}-${n}`), kind }));

  it('joins what follows, up to what must come after it', async () => {
    const made = world();
    const groups: string[][] = [];
    await made.store.outbox.put(kinds('comment', 'label', 'comment', 'comment', 'checklist', 'comment'));
    const drain = createOutboxDrain({
      ports: {
        outbox: made.store.outbox,
        performer: {
          perform: (first, { more = [] }) => {
            groups.push([first, ...more].map(({ key }) => key));
            return Promise.resolve({ kind: 'done', result: { id: '1' }, adopted: false, url: 'u' });
          },
        },
        settled: (each, end) => Promise.resolve(void made.ends.push([each.key, end.kind])),
        emit: made.recorder.emit,
        clock: made.clock,
      },
      coalescing,
    });
    await finish(drain, made.clock);
    expect(groups).toEqual([['comment-0', 'comment-2', 'comment-3'], ['label-1'], ['checklist-4', 'comment-5']]);
    expect(made.ends).toHaveLength(6);
    expect(made.recorder.of('outbox.coalesced')).toMatchObject([
      { op_key: 'comment-2', into: 'comment-0' },
      { op_key: 'comment-3', into: 'comment-0' },
      { op_key: 'comment-5', into: 'checklist-4' },
    ]);
    expect(await made.store.outbox.count()).toMatchObject({ done: 6 });
  });

  it('tries each alone after a failure, and looks for what may have been written', async () => {
    const made = world();
    await made.store.outbox.put(kinds('comment', 'comment'));
    const written: string[] = [];
    const asked: string[] = [];
    let fails = 1;
    const performer: Performer = {
      perform: (first, { more = [], repeat }) => {
        if (repeat) asked.push(first.key);
        const adopted = written.includes(first.key);
        if (!adopted) written.push(...[first, ...more].map(({ key }) => key));
        if (fails-- > 0) return Promise.resolve({ kind: 'failed', error: 'answer lost', retryAfterMs: null });
        return Promise.resolve({ kind: 'done', result: {}, adopted, url: 'u' });
      },
    };
    const { outbox } = made.store;
    const ports = {
      outbox,
      performer,
      settled: () => Promise.resolve(),
      emit: made.recorder.emit,
      clock: made.clock,
    };
    await finish(createOutboxDrain({ ports, coalescing }), made.clock);
    expect(written).toEqual(['comment-0', 'comment-1']);
    expect(asked).toEqual(['comment-0', 'comment-1']);
    expect(await outbox.count()).toMatchObject({ done: 2 });
  });

  it('looks for every row whose end could not be recorded', async () => {
    const made = world();
    await made.store.outbox.put(kinds('comment', 'comment', 'comment'));
    const { outbox } = made.store;
    let failures = 1;
    const settled: OutboxDrainOptions['ports']['settled'] = ({ key }) =>
      key === 'comment-1' && failures-- > 0 ? Promise.reject(new Error('disk')) : Promise.resolve();
    const performer: Performer = {
      perform: (first, { more = [], repeat }) => {
        const adopted = repeat && made.host.writes.includes(first.key);
        if (!adopted) made.host.writes.push(...[first, ...more].map(({ key }) => key));
        return Promise.resolve({ kind: 'done', result: {}, adopted, url: 'u' });
      },
    };
    const ports = { outbox, performer, settled, emit: made.recorder.emit, clock: made.clock };
    const drain = createOutboxDrain({ ports, coalescing });
    drain.notify();
    while (made.recorder.of('dispatch.error').length === 0) await Promise.resolve();
    while (made.clock.next()) await Promise.resolve();
    await drain.idle();
    expect(made.host.writes).toEqual(['comment-0', 'comment-1', 'comment-2']);
    expect(await outbox.count()).toMatchObject({ done: 3 });
  });

  it('makes every write once whatever fails and whenever it dies', async () => {
    const plan = fc.record({
      fails: fc.array(fc.boolean(), { maxLength: 6 }),
      rows: fc.integer({ min: 1, max: 7 }),
      steps: fc.integer({ min: 1, max: 30 }),
      when: fc.constantFrom<'before' | 'after'>('before', 'after'),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ fails, rows, steps, when }) => {
        const made = world();
        const { outbox } = made.store;
        await outbox.put(kinds(...Array.from({ length: rows }, () => 'comment')));
        const answers = [...fails];
        const performer: Performer = {
          perform: (first, { more = [], repeat }) => {
            const adopted = repeat && made.host.writes.includes(first.key);
            if (!adopted) made.host.writes.push(...[first, ...more].map(({ key }) => key));
            if (answers.shift() === true)
              return Promise.resolve({ kind: 'failed', error: 'answer lost', retryAfterMs: null });
            return Promise.resolve({ kind: 'done', result: {}, adopted, url: '' });
          },
        };
        const { recorder, clock } = made;
        const ports = { outbox, performer, settled: () => Promise.resolve(), emit: recorder.emit, clock };
        const life = createLife(steps, when);
        const mortal = { ...ports, outbox: mortalPort(outbox, life), performer: mortalPort(performer, life) };
        await Promise.race([finish(createOutboxDrain({ ports: mortal, coalescing }), clock), life.died]);
        const next = createOutboxDrain({ ports, coalescing });
        await next.start();
        await finish(next, clock);
        expect([...made.host.writes].sort()).toEqual(Array.from({ length: rows }, (_, n) => `comment-${n}`));
        expect(await outbox.count()).toMatchObject({ done: rows, waiting: 0, 'in-flight': 0 });
      }),
      { numRuns: 200 },
    );
  });
});
