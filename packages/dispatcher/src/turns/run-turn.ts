import { type Turn } from '@the-loop/store';
import { type Conversation } from '../records/find-conversation.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { tellTurnFinished, tellTurnStarted } from './tell-turn.ts';
import { rest, TURN_ATTEMPTS, type TurnEngine } from './turn-engine.ts';
import { type TurnEnd } from './turn-host.ts';

interface TurnJob {
  readonly turn: Turn;
  readonly conversation: Conversation;
  readonly signal: AbortSignal;
}

/**
 * One try of a turn: recorded before the agent exists, again with its process before it learns its prompt, and at its
 * end. A failed try waits for the next; the last one ends the turn. An assignment that is none any longer is not given.
 */
export async function runTurn(engine: TurnEngine, job: TurnJob): Promise<void> {
  const { turn, conversation } = job;
  const { turns, sessions, emit, clock, stands } = engine.options.ports;
  const attempt = turn.attempts + 1;
  if (turn.kind === 'assignment' && !(await stands(turn, conversation))) {
    await turns.finish(turn.key, { status: 'cancelled', exitCode: null, note: 'the loop has moved on' });
    return;
  }
  const { endpoint, lane } = turn;
  // Another name may have come in between, and with it another checkout.
  if (!(await turns.begin(turn.key, { pid: null, startTime: null, attempt, of: { endpoint, lane } }))) return;
  const startedAt = clock.now();
  const end = await attemptTurn(engine, job, attempt);
  const duration = clock.now() - startedAt;
  if (end.begun) {
    const { sessionId } = conversation.binding ?? conversation.record;
    await sessions.change(conversation.item, { kind: 'begun', endpoint: conversation.endpoint, sessionId });
  }
  tellTurnFinished(emit, { turn, conversation, end, duration });
  await settleTurn(engine, job, { end, attempt });
}

async function settleTurn(
  engine: TurnEngine,
  { turn, signal }: TurnJob,
  { end, attempt }: { readonly end: TurnEnd; readonly attempt: number },
): Promise<void> {
  // Stopping is no failure of the turn: it waits for the next start.
  const wasStopped = engine.isStopped && signal.aborted;
  const isLast = attempt >= (engine.options.maxAttempts ?? TURN_ATTEMPTS);
  const failedForNow = !end.ok && end.retriable && !isLast && !signal.aborted;
  if (!wasStopped && !failedForNow) {
    await finish(engine, turn, end);
    return;
  }
  await engine.options.ports.turns.requeue(turn.key);
  if (failedForNow) rest(engine, turn.endpoint, { fault: null, attempts: attempt });
}

async function attemptTurn(engine: TurnEngine, job: TurnJob, attempt: number): Promise<TurnEnd> {
  const { turn, conversation, signal } = job;
  const { host, turns, emit } = engine.options.ports;
  try {
    return await host.run({
      turn,
      conversation,
      attempt,
      signal,
      started: async ({ pid, startTime }) => {
        await turns.begin(turn.key, { pid, startTime, attempt });
        tellTurnStarted(emit, { turn, conversation, attempt, pid });
      },
    });
  } catch (fault) {
    return {
      ok: false,
      outcome: 'fault',
      exitCode: null,
      note: describeFault(fault),
      begun: false,
      retriable: true,
    };
  }
}

async function finish({ options }: TurnEngine, turn: Turn, end: TurnEnd): Promise<void> {
  const { turns, finished } = options.ports;
  await finished(turn, end);
  await turns.finish(turn.key, { status: statusOf(end), exitCode: end.exitCode, note: end.note });
}

function statusOf(end: TurnEnd): string {
  return end.ok ? 'done' : `failed: ${end.outcome}`;
}
