import { type Emit } from '@the-loop/events';
import { formatRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { graphTarget } from '../apply/graph-target.ts';
import { isLive } from '../decide/ownership.ts';
import { type ItemProgress, type KnownSession, type Snapshot } from '../decide/snapshot.ts';
import { targetOf } from '../decide/target.ts';
import {
  type CheckoutState,
  type ClosureReader,
  type GraphPort,
  type GraphStanding,
  type Workspaces,
} from '../ports.ts';
import { itemCheckouts } from '../records/item-checkouts.ts';
import { type SessionRecords } from '../records/session-records.ts';
import { type DispatchSettings } from '../settings.ts';
import { type MovedRecords, movedRecords } from './moved-records.ts';
import { refsOf } from './refs-of.ts';
import { targetLabeled } from './target-labeled.ts';
import { type Verification } from './verify-links.ts';

/** Where a snapshot comes from. */
export interface SnapshotPorts {
  readonly records: SessionRecords;
  readonly graph: Pick<GraphPort, 'context'>;
  /** Without `inspect` nothing is looked at on this machine. */
  readonly workspaces: Pick<Workspaces, 'separate'> & Partial<Pick<Workspaces, 'inspect'>>;
  /** Absent where GitHub cannot be asked: then a close of an item with pull requests counts as unknown. */
  readonly closures?: ClosureReader | undefined;
  readonly emit: Emit;
}

export interface SnapshotRequest {
  readonly verification: Verification;
  readonly duplicate: Snapshot['duplicate'];
  readonly settings: DispatchSettings;
  readonly signal: AbortSignal;
}

/** Reads what the decision about this event needs, and no more. */
export async function readSnapshot(ports: SnapshotPorts, request: SnapshotRequest): Promise<Snapshot> {
  const { event, missing } = request.verification;
  const known = await movedRecords(ports.records, refsOf(event), request.verification.moved);
  const { sessions, moves } = known;
  const standings = new Map<string, GraphStanding | null>();
  for (const session of sessions.filter((each) => needsStanding(event, each))) {
    standings.set(refKey(session.item), await standingOf(ports, session.item, request.signal));
  }
  const refs = event.links.map((link) => link.ref).filter((ref) => !missing.includes(refKey(ref)));
  const target = targetOf(refs, sessions);
  const control = await controlOf(ports.records, target, known);
  const { settings, signal } = request;
  return {
    sessions,
    control,
    ...(await targetLabeled(ports.closures, { event, target, known: { sessions, control }, settings, signal })),
    frozen: frozenOf(standings),
    missing,
    ...(moves.length === 0 ? {} : { moved: moves }),
    progress: progressOf(standings),
    closer: await closerOf(ports, { event, sessions, standings, signal: request.signal }),
    duplicate: request.duplicate,
    ...(await checkoutsOf(ports, { event, target, sessions, signal: request.signal })),
    workspace: ports.workspaces.separate,
    policy: settings.policy,
  };
}

/** The graph is asked only where its answer can change the decision. */
function needsStanding(event: RoutedEvent, session: KnownSession): boolean {
  if (!isLive(session)) return false;
  if (closesOwnItem(event, session)) return true;
  if (event.pullRequest !== null && !sameRef(event.pullRequest, session.item)) return true;
  return session.record.status === 'paused' && event.mayAnswerGates;
}

function closesOwnItem(event: RoutedEvent, session: KnownSession): boolean {
  const { ref } = event.entity;
  return event.closing === 'issue-closed' && ref !== null && sameRef(ref, session.item);
}

async function standingOf(ports: SnapshotPorts, item: WorkItemRef, signal: AbortSignal): Promise<GraphStanding | null> {
  const target = graphTarget(item, null);
  if (target === null) return null;
  try {
    return await ports.graph.context(target, { signal });
  } catch {
    // Translated, not lost: the decision sees `unknown`, and the operator sees the event.
    ports.emit({ event: 'graph.link_failed', work_item: formatRef(item), action: 'context', error: 'not readable' });
    return null;
  }
}

async function controlOf(
  records: SessionRecords,
  target: WorkItemRef | null,
  { controls }: MovedRecords,
): Promise<Snapshot['control']> {
  if (target === null) return {};
  const control = (await records.control(target)) ?? controls.get(refKey(target)) ?? null;
  return control === null ? {} : { [refKey(target)]: control.command };
}

async function checkoutsOf(
  { workspaces }: SnapshotPorts,
  known: {
    readonly event: RoutedEvent;
    readonly target: WorkItemRef | null;
    readonly sessions: readonly KnownSession[];
    readonly signal: AbortSignal;
  },
): Promise<Pick<Snapshot, 'checkouts'>> {
  const { event, target } = known;
  const cleans = event.command.kind === 'command' && event.command.command === 'cleanup';
  if (!cleans || target === null || workspaces.inspect === undefined) return {};
  const session = known.sessions.find((each) => sameRef(each.item, target)) ?? null;
  const states: CheckoutState[] = [];
  for (const checkout of itemCheckouts(target, session)) {
    states.push(await workspaces.inspect(checkout, { signal: known.signal }));
  }
  return { checkouts: CHECKOUT_GRAVITY.find((state) => states.includes(state)) ?? 'absent' };
}

/** The gravest state among the checkouts of an item counts for all of them. */
const CHECKOUT_GRAVITY = ['unsaved', 'clean'] as const;

function frozenOf(standings: ReadonlyMap<string, GraphStanding | null>): Snapshot['frozen'] {
  const frozen: Record<string, { sessionPerPr: unknown }> = {};
  for (const [key, standing] of standings) {
    if (standing?.sessionPerPr) frozen[key] = { sessionPerPr: standing.sessionPerPr };
  }
  return frozen;
}

function progressOf(standings: ReadonlyMap<string, GraphStanding | null>): Snapshot['progress'] {
  const progress: Record<string, ItemProgress> = {};
  for (const [key, standing] of standings) {
    progress[key] = { terminal: standing?.terminal ?? 'unknown', atHumanGate: standing?.human ?? false };
  }
  return progress;
}

async function closerOf(
  ports: SnapshotPorts,
  known: {
    readonly event: RoutedEvent;
    readonly sessions: readonly KnownSession[];
    readonly standings: ReadonlyMap<string, GraphStanding | null>;
    readonly signal: AbortSignal;
  },
): Promise<Snapshot['closer']> {
  const own = known.sessions.find((session) => isLive(session) && closesOwnItem(known.event, session));
  // A finished item ends whoever closed it, so nobody is asked.
  if (own === undefined || known.standings.get(refKey(own.item))?.terminal === true) return 'person';
  if (ports.closures !== undefined) return ports.closures.closer(own.item, { signal: known.signal });
  return own.record.bindings.length === 0 ? 'person' : 'unknown';
}
