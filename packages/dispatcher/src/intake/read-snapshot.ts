import { type Emit } from '@the-loop/events';
import { formatRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { graphTarget } from '../apply/graph-target.ts';
import { isLive } from '../decide/ownership.ts';
import { type ItemProgress, type KnownSession, type Snapshot } from '../decide/snapshot.ts';
import { targetOf } from '../decide/target.ts';
import { type ClosureReader, type GraphPort, type GraphStanding, type Workspaces } from '../ports.ts';
import { type SessionRecords } from '../records/session-records.ts';
import { type DispatchSettings } from '../settings.ts';
import { type Verification } from './verify-links.ts';

/** Where a snapshot comes from. */
export interface SnapshotPorts {
  readonly records: SessionRecords;
  readonly graph: Pick<GraphPort, 'context'>;
  readonly workspaces: Pick<Workspaces, 'separate'>;
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
  const sessions = await ports.records.owning(refsOf(event));
  const standings = new Map<string, GraphStanding | null>();
  for (const session of sessions.filter((each) => needsStanding(event, each))) {
    standings.set(refKey(session.item), await standingOf(ports, session.item, request.signal));
  }
  return {
    sessions,
    control: await controlOf(ports.records, { event, missing, sessions }),
    frozen: frozenOf(standings),
    missing,
    progress: progressOf(standings),
    closer: await closerOf(ports, { event, sessions, standings, signal: request.signal }),
    duplicate: request.duplicate,
    workspace: ports.workspaces.separate,
    policy: request.settings.policy,
  };
}

/** Every ref an event names: its links, its entity and its pull request, each once. */
export function refsOf(event: RoutedEvent): readonly WorkItemRef[] {
  const all = [...event.links.map((link) => link.ref), event.pullRequest, event.entity.ref];
  const refs: WorkItemRef[] = [];
  for (const ref of all) {
    if (ref !== null && !refs.some((each) => sameRef(each, ref))) refs.push(ref);
  }
  return refs;
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
  known: {
    readonly event: RoutedEvent;
    readonly missing: readonly string[];
    readonly sessions: readonly KnownSession[];
  },
): Promise<Snapshot['control']> {
  const refs = known.event.links.map((link) => link.ref).filter((ref) => !known.missing.includes(refKey(ref)));
  const target = targetOf(refs, known.sessions);
  if (target === null) return {};
  const control = await records.control(target);
  return control === null ? {} : { [refKey(target)]: control.command };
}

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
