import { formatRef, parseRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RefMove } from '@the-loop/router';
import { type Inbox } from '@the-loop/store';
import { storedDecision } from '../explain/decision-trace.ts';
import { movedRecords } from '../intake/moved-records.ts';
import { refsOf } from '../intake/refs-of.ts';
import { type Verification, verifyLinks } from '../intake/verify-links.ts';
import { underFormerNames } from '../moves/former-names.ts';
import { itemAfter } from '../moves/loop-name.ts';
import { type BackOff, backOffMs } from '../retry/back-off.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { isBusy } from '../retry/is-busy.ts';
import { isOutage } from '../retry/is-outage.ts';
import { type DispatchSettings } from '../settings.ts';
import { type Claims } from './claims.ts';
import { type EnrichPorts, enrichRow } from './enrich-row.ts';
import { failRow } from './fail-row.ts';
import { type LaneFinder, namesOf } from './lane-finder.ts';
import { type Lanes, type RowEnd } from './lanes.ts';
import { processRow, type RowPorts } from './process-row.ts';
import { isRowLost } from './row-lost.ts';
import { type TakenRow } from './taken-row.ts';
import { urgencyOf } from './urgency.ts';
import { type Window } from './window.ts';

/** What running rows needs. */
export interface RunPorts extends RowPorts, Omit<EnrichPorts, 'inbox' | 'records'> {
  readonly inbox: RowPorts['inbox'] & EnrichPorts['inbox'] & Pick<Inbox, 'retry' | 'dead'>;
}

export interface RunOptions {
  readonly ports: RunPorts;
  readonly claims: Claims;
  readonly window: Pick<Window, 'letGo' | 'wake' | 'filled' | 'isFilling'>;
  readonly finder: LaneFinder;
  readonly lanes: Pick<Lanes<TakenRow>, 'push' | 'rename'>;
  readonly settings: () => DispatchSettings;
  readonly backOff: BackOff;
  readonly signal: AbortSignal;
}

/** One try of the row at the head of a lane. Never rejects. */
export async function runRow(options: RunOptions, taken: TakenRow, lane: string): Promise<RowEnd> {
  const { ports, claims, signal } = options;
  const settings = options.settings();
  try {
    if (!claims.holds(taken.row)) return giveUp(options, taken);
    await learn(options, taken);
    if (await movesLane(options, taken, lane)) return { kind: 'done' };
    await processRow(ports, { taken, lane, settings, signal });
    renameLanes(options, taken);
    await takePutBack(options, taken);
    return release(options, taken);
  } catch (fault) {
    if (isRowLost(fault)) return giveUp(options, taken);
    return failTaken(options, { taken, lane, fault, maxAttempts: settings.maxAttempts });
  }
}

interface Rekeyed extends RefMove {
  readonly item: WorkItemRef;
}

/** The moves that a row was decided to make. */
function rekeysOf({ decision, row }: TakenRow): readonly Rekeyed[] {
  const effects = (decision ?? storedDecision(row.decision))?.effects ?? [];
  return effects.flatMap((effect) => {
    if (effect.kind !== 'rekey') return [];
    return [{ item: parseRef(effect.item), from: parseRef(effect.from), to: parseRef(effect.to), of: effect.of }];
  });
}

/** What waited behind a row that gave an item another name goes on in the lane of that name. */
function renameLanes({ lanes, finder }: RunOptions, taken: TakenRow): void {
  for (const move of rekeysOf(taken)) {
    if (!sameRef(move.item, move.from)) continue;
    const [from, to] = [refKey(move.from), refKey(move.to)];
    finder.rename(from, to);
    lanes.rename(from, to);
  }
}

/** What a move put back comes before what waits behind the move, where there is room for it in the window. */
async function takePutBack({ window }: RunOptions, taken: TakenRow): Promise<void> {
  if (rekeysOf(taken).length === 0) return;
  window.wake();
  await window.filled();
  // A filling that had looked already when it was woken is followed by another one.
  if (window.isFilling()) await window.filled();
}

/**
 * What may have changed since the row was taken, and what only GitHub can say, asked before the decision: the names that its
 * refs have, what a pull request closes, and whether weak refs exist.
 */
async function learn(options: RunOptions, taken: TakenRow): Promise<void> {
  if (taken.decision !== null || storedDecision(taken.row.decision) !== null) return;
  const { records } = options.ports;
  const named = await records.named(taken.event);
  // What was asked about other names is asked again.
  if (named !== taken.event) taken.verification = null;
  taken.event = named;
  await enrich(options, taken);
  const ahead = await records.ahead(taken.event);
  if (taken.verification === null || ahead.length > 0) await verify(options, taken, ahead);
}

async function enrich({ ports, settings, signal }: RunOptions, taken: TakenRow): Promise<void> {
  if (taken.enriched === true) return;
  const event = await enrichRow(ports, taken, { settings: settings(), signal });
  taken.enriched = true;
  if (event === null) return;
  taken.event = event;
  taken.verification = null;
}

async function verify({ ports, signal }: RunOptions, taken: TakenRow, ahead: readonly RefMove[]): Promise<void> {
  const { event } = taken;
  const sessions = event.weak.length === 0 ? [] : await ports.records.owning(refsOf(event));
  const verification = await verifyLinks(ports, event, { sessions, signal });
  const { moves } = await movedRecords(ports.records, [], verification.moved);
  const asked = moves.map(({ from, to, of }) => ({ from: parseRef(from), to: parseRef(to), of }));
  taken.ahead = [...ahead, ...asked];
  taken.verification = withAhead(verification, ahead);
}

/** The moves come first; but whoever ends or holds work does not wait for them, and so means what is kept until then. */
function withAhead(verification: Verification, ahead: readonly RefMove[]): Verification {
  const { event, moved } = verification;
  if (urgencyOf(event) === 'urgent') return { ...verification, event: underFormerNames(event, ahead) };
  const announced = ahead.map(({ from, to }) => [formatRef(from), formatRef(to)] as const);
  return { ...verification, moved: { ...Object.fromEntries(announced), ...moved } };
}

/** What was learned may make the row another work item's: it then waits in that one's lane. */
async function movesLane({ finder, lanes }: RunOptions, taken: TakenRow, lane: string): Promise<boolean> {
  const event = taken.verification?.event ?? taken.event;
  const names = namesOf(event, taken.ahead);
  const { place } = taken;
  if (place !== null && place.moves === names.moves && isSameList(names.all, place.all)) return false;
  leave(finder, taken);
  const own = await finder.enter(names);
  taken.place = own;
  if (own.lane === lane) return false;
  lanes.push(own.lane, taken);
  return true;
}

/** Counted nowhere until a lane is found, also when looking for it fails. */
function leave(finder: LaneFinder, taken: TakenRow): void {
  if (taken.place !== null) finder.leave(taken.place);
  taken.place = null;
}

function isSameList(refs: readonly WorkItemRef[], others: readonly WorkItemRef[]): boolean {
  return refs.length === others.length && refs.every((ref, index) => isSame(ref, others[index]));
}

function isSame(ref: WorkItemRef, other: WorkItemRef | undefined): boolean {
  return other !== undefined && sameRef(ref, other);
}

interface FailedRow {
  readonly taken: TakenRow;
  readonly lane: string;
  readonly fault: unknown;
  readonly maxAttempts: number;
}

async function failTaken(options: RunOptions, { taken, lane, fault, maxAttempts }: FailedRow): Promise<RowEnd> {
  const { ports, backOff, signal } = options;
  // Stopping is no failure of the row: it stays open as it is.
  if (signal.aborted) return { kind: 'done' };
  countTry(taken, fault, ports.clock.now());
  taken.verification = null;
  const { row, attempts, waits, awaySince, event } = taken;
  const isUndecided = taken.decision === null && row.decision === null;
  const undecided = isUndecided ? { lane: taken.place?.lane ?? lane, logicalKey: event.logicalKey } : null;
  const tried = { row, fault, attempts, waits, awaySince, maxAttempts, backOff };
  const failed = { ...tried, undecided, item: itemOf(taken), keepClaim: true };
  try {
    // What does not wait for the agent is told of the move that does.
    if (isBusy(fault)) await ports.records.announce(rekeysOf(taken));
    const end = await failRow(ports, failed);
    return end.kind === 'done' ? release(options, taken) : end;
  } catch (storeFault) {
    if (isRowLost(storeFault)) return giveUp(options, taken);
    ports.emit({ event: 'dispatch.error', delivery_id: row.guid, error: describeFault(storeFault), will_retry: true });
    return { kind: 'again', at: ports.clock.now() + backOffMs(backOff, waits) };
  }
}

/** Neither an agent at work nor somebody who is away is a fault of the row. */
function countTry(taken: TakenRow, fault: unknown, now: number): void {
  const isAway = isOutage(fault);
  taken.awaySince = isAway ? (taken.awaySince ?? now) : null;
  if (isBusy(fault)) return;
  taken.waits += 1;
  if (!isAway) taken.attempts += 1;
}

/** Ref text of the first work item a row names; empty when it names none. */
export function itemOf({ event }: Pick<TakenRow, 'event'>): string {
  const first = event.links[0];
  return first === undefined ? '' : formatRef(first.ref);
}

/** Somebody else has the row: what is left of it is theirs. */
function giveUp(options: RunOptions, taken: TakenRow): RowEnd {
  options.ports.emit({
    event: 'dispatch.lost',
    work_item: itemOf(taken),
    gh_event: taken.row.event,
    delivery_id: taken.row.guid,
  });
  return release(options, taken);
}

/** Rows that the store kept back behind this one may be seen when it is gone. */
function release({ ports, finder, window }: RunOptions, taken: TakenRow): RowEnd {
  // Turns of an item that was to move go on, whatever became of that.
  for (const move of rekeysOf(taken)) {
    ports.conversations.letGo(refKey(move.item));
    ports.conversations.letGo(refKey(itemAfter(move)));
  }
  leave(finder, taken);
  window.letGo(taken.row, taken.waits > 0 || taken.row.lane !== null);
  return { kind: 'done' };
}
