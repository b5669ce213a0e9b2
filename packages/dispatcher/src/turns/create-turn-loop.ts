import { type Turn } from '@the-loop/store';
import { findConversation } from '../records/find-conversation.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { adoptTurn } from './adopt-turn.ts';
import { runTurn } from './run-turn.ts';
import { rest, TURN_BACK_OFF, type TurnEngine, type TurnLoopOptions } from './turn-engine.ts';

/** Gives agents their prompts: one at a time per conversation, in order. */
export interface TurnLoop {
  /** Awaits turns whose process outlived a restart, puts the others back, then works on what waits. */
  start(): Promise<void>;
  /** Something was stored, or deliveries of a session go on. */
  notify(): void;
  /** Ends a conversation: its running turn is aborted, its waiting ones are given up. */
  end(endpoint: string, reason: string): Promise<void>;
  /** No other turn of the item (its lane) begins until it is let go. */
  hold(lane: string): void;
  letGo(lane: string): void;
  /** Begins nothing else. `abort` ends the agents; otherwise those still running after `graceMs` are left to be adopted. */
  stop(options: { readonly graceMs: number; readonly abort: boolean }): Promise<void>;
  /** Resolves when nothing runs and nothing may begin now. */
  idle(): Promise<void>;
}

const PAGE = 200;

/** A loop that has not begun. */
export function createTurnLoop(options: TurnLoopOptions): TurnLoop {
  const engine: TurnEngine = {
    options,
    active: new Map(),
    resting: new Map(),
    held: new Set(),
    pumping: null,
    hasNews: false,
    isStopped: false,
    wake: () => wake(engine),
  };
  return {
    start: async () => {
      for (const turn of await options.ports.turns.running()) await resume(engine, turn);
      wake(engine);
    },
    notify: () => wake(engine),
    end: (endpoint, reason) => endConversation(engine, endpoint, reason),
    hold: (lane) => void engine.held.add(lane),
    letGo: (lane) => {
      if (engine.held.delete(lane)) wake(engine);
    },
    stop: (stopping) => stop(engine, stopping),
    idle: () => idle(engine),
  };
}

async function resume(engine: TurnEngine, turn: Turn): Promise<void> {
  const { turns, host } = engine.options.ports;
  const process = turn.pid === null ? null : { pid: turn.pid, startTime: turn.startTime ?? '' };
  if (process !== null && (await host.probe(process)) !== 'gone') {
    track(engine, turn.endpoint, (signal) => adoptTurn(engine, { turn, process, signal }));
    return;
  }
  await turns.requeue(turn.key);
}

function wake(engine: TurnEngine): void {
  engine.hasNews = true;
  if (engine.pumping !== null || engine.isStopped) return;
  engine.pumping = pump(engine)
    .catch((fault: unknown) => {
      const { emit, clock } = engine.options.ports;
      emit({ event: 'dispatch.error', error: describeFault(fault), will_retry: true });
      clock.after(TURN_BACK_OFF.firstMs, () => wake(engine));
    })
    .finally(() => {
      engine.pumping = null;
      if (engine.hasNews) wake(engine);
    });
}

async function pump(engine: TurnEngine): Promise<void> {
  while (engine.hasNews && !engine.isStopped) {
    engine.hasNews = false;
    for (const endpoint of await engine.options.ports.turns.ready()) await beginIfFree(engine, endpoint);
  }
}

async function beginIfFree(engine: TurnEngine, endpoint: string): Promise<void> {
  const { ports, maxConcurrent } = engine.options;
  if (engine.isStopped || engine.active.size >= maxConcurrent() || engine.active.has(endpoint)) return;
  if ((engine.resting.get(endpoint) ?? 0) > ports.clock.now()) return;
  const turn = await ports.turns.next(endpoint);
  if (turn === null || engine.held.has(turn.lane)) return;
  await beginTurn(engine, turn);
}

async function beginTurn(engine: TurnEngine, turn: Turn): Promise<void> {
  const { ports } = engine.options;
  const conversation = await findConversation(ports.records, turn);
  if (conversation === null || conversation.record.status === 'closed') {
    await ports.turns.finish(turn.key, { status: 'cancelled', exitCode: null, note: 'the session has ended' });
    wake(engine);
    return;
  }
  // A paused session holds its turns: resuming it tells us.
  if (conversation.record.status === 'paused') return;
  track(engine, turn.endpoint, (signal) => runTurn(engine, { turn, conversation, signal }));
}

function track(engine: TurnEngine, endpoint: string, run: (signal: AbortSignal) => Promise<void>): void {
  const abort = new AbortController();
  const finished = run(abort.signal)
    .catch((fault: unknown) => rest(engine, endpoint, { fault, attempts: 1 }))
    .finally(() => {
      engine.active.delete(endpoint);
      wake(engine);
    });
  engine.active.set(endpoint, { abort, finished });
}

async function endConversation(engine: TurnEngine, endpoint: string, reason: string): Promise<void> {
  const { turns } = engine.options.ports;
  const waiting = await turns.list({ endpoint, status: 'waiting', limit: PAGE });
  for (const turn of waiting) await turns.finish(turn.key, { status: 'cancelled', exitCode: null, note: reason });
  const active = engine.active.get(endpoint);
  active?.abort.abort(reason);
  await active?.finished;
}

async function idle(engine: TurnEngine): Promise<void> {
  while (engine.pumping !== null || engine.active.size > 0) {
    await engine.pumping;
    await Promise.all([...engine.active.values()].map((active) => active.finished));
  }
}

async function stop(
  engine: TurnEngine,
  { graceMs, abort }: { readonly graceMs: number; readonly abort: boolean },
): Promise<void> {
  engine.isStopped = true;
  if (abort) for (const active of engine.active.values()) active.abort.abort('stopping');
  let cancel = (): void => undefined;
  const grace = new Promise<void>((resolve) => {
    cancel = engine.options.ports.clock.after(graceMs, resolve);
  });
  await Promise.race([idle(engine), grace]);
  cancel();
}
