import { type Emit } from '@the-loop/events';
import { type Outbox, type OutboxRow } from '@the-loop/store';
import { type Clock } from '../ports.ts';
import { type BackOff, backOffMs } from '../retry/back-off.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { type Performer, type PerformOutcome } from './perform.ts';
import { type WriteShaper } from './write-rates.ts';

/** What making one stored write needs. */
export interface PerformRowPorts {
  readonly outbox: Pick<Outbox, 'done' | 'retry' | 'dead'>;
  readonly performer: Performer;
  /**
   * Told of every end before it is recorded, so it may be told twice of one; must not fail for the second time.
   */
  readonly settled: (row: OutboxRow, end: WriteEnd) => Promise<void>;
  readonly emit: Emit;
  readonly clock: Clock;
}

/** How a stored write ended for good. */
export type WriteEnd =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'dead'; readonly error: string };

export interface PerformRowRequest {
  /** In flight: its begin is durable. */
  readonly row: OutboxRow;
  /** Written together with it, in flight too. */
  readonly more: readonly OutboxRow[];
  readonly repeat: boolean;
  readonly maxAttempts: number;
  readonly backOff: BackOff;
  readonly signal: AbortSignal;
  readonly shaper: Pick<WriteShaper, 'note' | 'holdUntil'>;
}

/** Nothing is tried again. */
type Ended = Extract<PerformOutcome, { kind: 'done' | 'forgone' }>;

/** No limit of a host lasts longer; a header that says so, or a clock that is wrong, must not stop writes for years. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Makes one write and records its end for every row that it is of. Answers when one of them may be tried again; null when all
 * ended, or when an abort left them in flight for the next start to look for.
 */
export async function performRow(ports: PerformRowPorts, request: PerformRowRequest): Promise<number | null> {
  const { row, more, signal } = request;
  const outcome = await attempt(ports, request);
  pace(ports, request, outcome);
  if (outcome.kind === 'done' || outcome.kind === 'forgone') return recordDone(ports, request, outcome);
  if (signal.aborted) return null;
  const ends: (number | null)[] = [];
  for (const each of [row, ...more]) ends.push(await recordFailure(ports, { ...request, row: each }, outcome));
  const times = ends.filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** What the outcome says about the host, for all of its writes. */
function pace({ clock }: PerformRowPorts, { row, shaper }: PerformRowRequest, outcome: PerformOutcome): void {
  const now = clock.now();
  if (outcome.kind === 'done' || outcome.kind === 'forgone') {
    for (let extra = 1; extra < (outcome.writes ?? 1); extra += 1) shaper.note(row.host, now);
  } else if (outcome.kind === 'unavailable' && outcome.retryAfterMs !== null) {
    shaper.holdUntil(row.host, now + Math.min(outcome.retryAfterMs, LONGEST_WAIT_MS));
  }
}

async function recordDone(ports: PerformRowPorts, { row, more }: PerformRowRequest, outcome: Ended): Promise<null> {
  for (const each of [row, ...more]) {
    await ports.settled(each, { kind: 'done', result: outcome.result });
    await ports.outbox.done(each.key, outcome.result);
    if (each === row) tellDone(ports.emit, row, outcome);
    else ports.emit({ event: 'outbox.coalesced', ...named(each), into: row.key });
  }
  return null;
}

/** Several rows in one write are tried one by one next: what is wrong with one of them holds up no other. */
function recordFailure(
  ports: PerformRowPorts,
  request: PerformRowRequest,
  outcome: Exclude<PerformOutcome, Ended>,
): Promise<number | null> {
  const { row, more, maxAttempts } = request;
  const { error } = outcome;
  if (outcome.kind === 'unavailable') return again(ports, request, outcome);
  if (more.length > 0) return again(ports, request, { kind: 'failed', error, retryAfterMs: null });
  if (outcome.kind === 'refused' || row.attempts >= maxAttempts) return giveUp(ports, row, error);
  return again(ports, request, outcome);
}

async function attempt(
  { performer }: PerformRowPorts,
  { row, more, repeat, signal }: PerformRowRequest,
): Promise<PerformOutcome> {
  try {
    return await performer.perform(row, { repeat, more, signal });
  } catch (fault) {
    return { kind: 'failed', error: describeFault(fault), retryAfterMs: null };
  }
}

async function giveUp(ports: PerformRowPorts, row: OutboxRow, error: string): Promise<null> {
  await ports.settled(row, { kind: 'dead', error });
  await ports.outbox.dead(row.key, error);
  ports.emit({ event: 'outbox.dead', ...named(row), attempts: row.attempts, error });
  return null;
}

async function again(
  ports: PerformRowPorts,
  { row, backOff }: PerformRowRequest,
  { error, retryAfterMs }: Extract<PerformOutcome, { kind: 'failed' | 'unavailable' }>,
): Promise<number> {
  const wait = Math.max(Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS), backOffMs(backOff, row.attempts));
  const notBefore = ports.clock.now() + wait;
  await ports.outbox.retry(row.key, { error, notBefore });
  const not_before = new Date(notBefore).toISOString();
  ports.emit({ event: 'outbox.failed', ...named(row), attempts: row.attempts, error, not_before });
  return notBefore;
}

/** What was forgone is told by whoever takes its result. */
function tellDone(emit: Emit, row: OutboxRow, outcome: Ended): void {
  if (outcome.kind === 'forgone') return;
  const { url } = outcome;
  if (outcome.adopted) emit({ event: 'outbox.adopted', ...named(row), url });
  else if (outcome.writes === 0) emit({ event: 'outbox.needless', ...named(row) });
  else emit({ event: 'outbox.performed', ...named(row), url, attempts: row.attempts });
}

function named({ key, kind, lane, host }: OutboxRow) {
  return { op_key: key, kind, work_item: lane, host };
}
