import { LoopError } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { type Inbox } from '@the-loop/store';
import { applyEffect } from '../apply/apply-effect.ts';
import { type EffectPorts, type EffectScope } from '../apply/effect-scope.ts';
import { putReplies } from '../apply/put-replies.ts';
import { decideWithRule } from '../decide/decide.ts';
import { type Decision } from '../decide/decision.ts';
import { type Effect } from '../decide/effect.ts';
import { type Snapshot } from '../decide/snapshot.ts';
import { type DispatcherErrorCode } from '../errors.ts';
import { storedDecision, traceDecision } from '../explain/decision-trace.ts';
import { tellDecision } from '../explain/tell-decision.ts';
import { isEditedBack, itemOfEdit } from '../intake/edited-back.ts';
import { readSnapshot } from '../intake/read-snapshot.ts';
import { type Verification } from '../intake/verify-links.ts';
import { type ClosureReader, type Verifier } from '../ports.ts';
import { type EffectResult } from '../records/applied-record.ts';
import { isOutageOver } from '../retry/is-outage.ts';
import { type DispatchSettings } from '../settings.ts';
import { payloadOf } from './payload-of.ts';
import { rowLost } from './row-lost.ts';
import { type TakenRow } from './taken-row.ts';

/** What a row passes on its way. */
export interface RowPorts extends EffectPorts {
  readonly inbox: EffectPorts['inbox'] & Pick<Inbox, 'decided' | 'settle' | 'seen'>;
  readonly verifier: Verifier;
  readonly closures?: ClosureReader | undefined;
}

/** A row, the lane it is in, and one immutable value of the settings. */
export interface RowJob {
  readonly taken: TakenRow;
  readonly lane: string;
  readonly settings: DispatchSettings;
  readonly signal: AbortSignal;
}

/**
 * One row from its event to its end: decide once and store it, carry out what is not recorded as done, settle. Throws
 * when something must be tried again; everything before the throw is recorded. Throws `DISPATCH_ROW_LOST` when the row is
 * somebody else's by now.
 */
export async function processRow(ports: RowPorts, job: RowJob): Promise<void> {
  const { row, event } = job.taken;
  const decision = job.taken.decision ?? storedDecision(row.decision) ?? (await decideRow(ports, job));
  if (decision.settle === 'retry') throw stateUnknown();
  if (decision.effects.length > 0) await applyEffects(ports, job, decision.effects);
  await putReplies(ports, decision.replies, scopeOf(job, [], ports.clock.now()));
  if (decision.effects.length > 0) ports.nudge.turns();
  if (decision.replies.length + decision.effects.length > 0) ports.nudge.outbox();
  if (event.move !== null) await ports.records.followed(event.move);
  const end = { status: decision.settle, reason: decision.reason, fence: row.fence };
  if (!(await ports.inbox.settle(row.id, end))) throw rowLost();
  if (decision.effects.length > 0) await ports.applied.remove(String(row.id));
}

async function decideRow(ports: RowPorts, job: RowJob): Promise<Decision> {
  const { taken, lane, settings, signal } = job;
  const { row, event } = taken;
  const { logicalKey } = event;
  const duplicate = await duplicateOf(ports, job);
  const verification = taken.verification ?? unasked(event);
  const snapshot = await readSnapshot(ports, { verification, duplicate, settings, signal });
  const { rule, decision } = decideWithRule(verification.event, snapshot);
  if (decision.settle === 'retry') return decision;
  const trace = traceDecision({ verification, snapshot, rule, decision });
  const isOurs = await ports.inbox.decided(row.id, { lane, logicalKey, decision: trace, fence: row.fence });
  if (!isOurs) throw rowLost();
  taken.decision = decision;
  tellDecision(ports.emit, verification.event, decision);
  return decision;
}

/** How many of a lane's latest deliveries are looked through for edits of one item. */
const LOOKED_THROUGH = 200;

async function duplicateOf(
  { inbox }: Pick<RowPorts, 'inbox'>,
  { taken: { row, event }, lane }: RowJob,
): Promise<Snapshot['duplicate']> {
  const { logicalKey } = event;
  const found = await inbox.seen({ lane, logicalKey, bodyDigest: row.bodyDigest, excluding: row.id });
  if (found !== 'logical' || itemOfEdit(logicalKey) === null) return found;
  const body = await inbox.body(row.id);
  if (body === null) return found;
  const rows = await inbox.list({ lane, event: row.event, limit: LOOKED_THROUGH });
  const question = { logicalKey, payload: payloadOf({ body, guid: row.guid }), rows, id: row.id };
  return (await isEditedBack(inbox, question)) ? null : found;
}

function unasked(event: RoutedEvent): Verification {
  return { event, missing: [], asked: {}, moved: {} };
}

/** In their order; each is recorded as done before the next one begins. */
async function applyEffects(ports: RowPorts, job: RowJob, effects: readonly Effect[]): Promise<void> {
  const delivery = String(job.taken.row.id);
  let results: readonly EffectResult[] = await ports.applied.read(delivery);
  for (const effect of effects.slice(results.length)) {
    const earlier = results.map((result, index) => ({ effect: effects[index] ?? effect, result }));
    const result = await applyEffect(ports, effect, scopeOf(job, earlier, ports.clock.now()));
    results = [...results, result];
    await ports.applied.write(delivery, results);
  }
}

function scopeOf({ taken, settings, signal }: RowJob, earlier: EffectScope['earlier'], now: number): EffectScope {
  return {
    event: taken.event,
    receivedAt: new Date(taken.row.receivedAt).toISOString(),
    earlier,
    lastAttempt: taken.attempts + 1 >= settings.maxAttempts || isOutageOver(taken.awaySince, now),
    settings,
    signal,
  };
}

function stateUnknown(): LoopError<DispatcherErrorCode> {
  return new LoopError<DispatcherErrorCode>('DISPATCH_STATE_UNKNOWN', 'where the work item stands could not be read', {
    remedy: 'Run: the-loop status',
  });
}
