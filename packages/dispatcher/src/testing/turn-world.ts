import { createRecorder } from '@the-loop/events';
import { parseRef, refKey } from '@the-loop/graph-core';
import { createMemoryStore } from '@the-loop/store';
import { createSessionRecords } from '../records/session-records.ts';
import { createTurnLoop, type TurnLoop } from '../turns/create-turn-loop.ts';
import { type TurnLoopOptions, type TurnLoopPorts } from '../turns/turn-engine.ts';
import { type TurnEnd, type TurnHost, type TurnRun } from '../turns/turn-host.ts';
import { createVirtualClock } from './virtual-clock.ts';

export const ITEM = parseRef('github:acme/app#12');
export const OTHER = parseRef('github:acme/app#13');
export const PULL = parseRef('github:octo/infra#7');
export const DONE: TurnEnd = { ok: true, outcome: 'exited', exitCode: 0, note: '', begun: true, retriable: true };
export const FAILED: TurnEnd = {
  ok: false,
  outcome: 'exited',
  exitCode: 1,
  note: 'exit 1',
  begun: false,
  retriable: true,
};

interface Running {
  readonly run: TurnRun;
  end(end: TurnEnd): void;
}

/** A store, a clock and agents that end when a test says so. */
export async function turnWorld() {
  const clock = createVirtualClock();
  const store = createMemoryStore({ now: () => new Date(clock.now()) });
  const sessions = createSessionRecords(store.records);
  for (const ref of [ITEM, OTHER]) {
    await sessions.change(ref, { kind: 'start', ref, at: '', agent: 'scripted', sessionId: 's', cwd: '/c' });
  }
  await sessions.change(ITEM, { kind: 'bind', pullRequest: PULL, at: '' });
  await sessions.change(ITEM, {
    kind: 'open-endpoint',
    pullRequest: PULL,
    agent: 'scripted',
    sessionId: 'p',
    cwd: '/p',
  });
  const alive = new Set<number>();
  const running: Running[] = [];
  const ended: number[] = [];
  /** Assignments whose loop has moved on. */
  const left = new Set<string>();
  const finished: [string, boolean][] = [];
  let pids = 100;
  const host: TurnHost = {
    run: async (run) => {
      const pid = pids++;
      alive.add(pid);
      await run.started({ pid, startTime: 't' });
      const end = await new Promise<TurnEnd>((resolve) => {
        running.push({ run, end: resolve });
        run.signal.addEventListener('abort', () => resolve({ ...FAILED, outcome: 'aborted' }));
      });
      alive.delete(pid);
      return end;
    },
    probe: ({ pid }) => Promise.resolve(alive.has(pid) ? 'running' : 'gone'),
    end: ({ pid }) => {
      alive.delete(pid);
      ended.push(pid);
      return Promise.resolve();
    },
  };
  return { clock, store, sessions, alive, running, ended, left, finished, host, recorder: createRecorder() };
}

export type TurnWorld = Awaited<ReturnType<typeof turnWorld>>;

/** The ports of a loop in this world. */
export function portsOf({ store, sessions, host, recorder, clock, left, finished }: TurnWorld): TurnLoopPorts {
  return {
    turns: store.turns,
    records: store.records,
    sessions,
    host,
    emit: recorder.emit,
    clock,
    stands: ({ key }) => Promise.resolve(!left.has(key)),
    finished: (turn, end) => {
      finished.push([turn.key, end.ok]);
      return Promise.resolve();
    },
  };
}

export function loopOf(made: TurnWorld, change: Partial<TurnLoopOptions> = {}): TurnLoop {
  return createTurnLoop({ ports: portsOf(made), maxConcurrent: () => 2, ...change });
}

export async function put(
  made: TurnWorld,
  ...keys: readonly (readonly [key: string, endpoint: typeof ITEM, lane?: typeof ITEM])[]
) {
  await made.store.turns.put(
    keys.map(([key, endpoint, lane]) => ({
      key,
      endpoint: refKey(endpoint),
      lane: refKey(lane ?? endpoint),
      kind: 'event' as const,
      prompt: key,
      createdAt: 0,
    })),
  );
}

export async function assign(made: TurnWorld, key: string): Promise<void> {
  const lane = refKey(ITEM);
  await made.store.turns.put([{ key, endpoint: lane, lane, kind: 'assignment', prompt: key, createdAt: 0 }]);
}

/** Lets everything that can happen now happen. */
export async function settle(): Promise<void> {
  for (let n = 0; n < 200; n += 1) await Promise.resolve();
}

export function keysOf(made: TurnWorld): string[] {
  return made.running.map(({ run }) => run.turn.key);
}

export async function end(made: TurnWorld, key: string, how: TurnEnd): Promise<void> {
  const index = made.running.findIndex(({ run }) => run.turn.key === key);
  made.running.splice(index, 1)[0]?.end(how);
  await settle();
}

export async function outcome(made: TurnWorld, key: string): Promise<string> {
  const turn = await made.store.turns.get(key);
  return `${turn?.status ?? 'gone'} ${turn?.outcome ?? ''}`.trim();
}
