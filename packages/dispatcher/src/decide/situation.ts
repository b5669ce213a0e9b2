import { formatRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type Command, type Link, type RoutedEvent } from '@the-loop/router';
import { isLive, owns } from './ownership.ts';
import { type KnownSession, type Snapshot } from './snapshot.ts';
import { targetOf } from './target.ts';

/** An event beside what is known, with the questions answered that every rule asks. */
export interface Situation {
  readonly event: RoutedEvent;
  readonly snapshot: Snapshot;
  /** The links that survive verification, in emission order. */
  readonly links: readonly Link[];
  /** Ref texts of weak links that do not exist. */
  readonly dropped: readonly string[];
  /** Live sessions that own a surviving ref, in emission order, each once. */
  readonly matched: readonly KnownSession[];
  /** The work item the event is about: see {@link targetOf}. */
  readonly target: WorkItemRef | null;
  /** The one command of the event's words. */
  readonly command: Command | null;
  /** Its arguments: untrusted text. */
  readonly args: string;
}

/** Answers the common questions once. Pure. */
export function readSituation(event: RoutedEvent, snapshot: Snapshot): Situation {
  const { links, dropped } = survivingLinks(event, snapshot);
  const matched = snapshot.sessions.filter(
    (session) => isLive(session) && links.some((link) => owns(session, link.ref)),
  );
  const parsed = event.command;
  return {
    event,
    snapshot,
    links,
    dropped,
    matched,
    target: targetOf(
      links.map((link) => link.ref),
      snapshot.sessions,
    ),
    command: parsed.kind === 'command' ? parsed.command : null,
    args: parsed.kind === 'command' ? parsed.args : '',
  };
}

/** The session of the target, closed ones included; null when there is no record. */
export function targetSession(situation: Situation): KnownSession | null {
  const { target, snapshot } = situation;
  if (target === null) return null;
  return snapshot.sessions.find((session) => sameRef(session.item, target)) ?? null;
}

function survivingLinks(event: RoutedEvent, snapshot: Snapshot): Pick<Situation, 'links' | 'dropped'> {
  const missing = new Set(snapshot.missing);
  const weak = new Set(event.weak.map((ref) => ref.toLowerCase()));
  const isGhost = (link: Link): boolean => weak.has(formatRef(link.ref).toLowerCase()) && missing.has(refKey(link.ref));
  return {
    links: event.links.filter((link) => !isGhost(link)),
    dropped: event.links.filter(isGhost).map((link) => formatRef(link.ref)),
  };
}
