import { type Turn } from '@the-loop/store';
import { type Clock } from '../ports.ts';
import { findConversation } from '../records/find-conversation.ts';
import { TURN_ATTEMPTS, type TurnEngine } from './turn-engine.ts';
import { type RunningProcess, type TurnEnd } from './turn-host.ts';

interface Adoption {
  readonly turn: Turn;
  readonly process: RunningProcess;
  readonly signal: AbortSignal;
}

const PROBE_MS = 1_000;

/**
 * Awaits a process that outlived a restart. How it ended is not known, so the turn counts as done and is not given again: the
 * same prompt twice could do its work twice. But an assignment that still stands was not done, and without another try nobody
 * would work on it any longer.
 */
export async function adoptTurn(engine: TurnEngine, { turn, process, signal }: Adoption): Promise<void> {
  const { host, turns, clock, finished } = engine.options.ports;
  while (!signal.aborted && (await host.probe(process)) !== 'gone') {
    await pause(clock, { ms: engine.options.probeMs ?? PROBE_MS, signal });
    if (engine.isStopped) return;
  }
  if (signal.aborted) await host.end(process);
  else if (await isLeftUndone(engine, turn)) {
    await turns.requeue(turn.key);
    return;
  }
  const note = signal.aborted
    ? 'ended after a restart'
    : 'ended while or after the service restarted; its exit was not seen';
  const end: TurnEnd = { ok: !signal.aborted, outcome: 'adopted', exitCode: null, note, begun: true, retriable: false };
  await finished(turn, end);
  await turns.finish(turn.key, { status: signal.aborted ? 'cancelled' : 'done', exitCode: null, note });
}

async function isLeftUndone({ options }: TurnEngine, turn: Turn): Promise<boolean> {
  const { ports, maxAttempts = TURN_ATTEMPTS } = options;
  if (turn.kind !== 'assignment' || turn.attempts >= maxAttempts) return false;
  const conversation = await findConversation(ports.records, turn);
  return conversation !== null && (await ports.stands(turn, conversation));
}

function pause(clock: Clock, { ms, signal }: { readonly ms: number; readonly signal: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    signal.addEventListener(
      'abort',
      () => {
        cancel();
        resolve();
      },
      { once: true },
    );
  });
}
