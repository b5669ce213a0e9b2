import { createHash } from 'node:crypto';
import { formatRef, LoopError } from '@the-loop/graph-core';
import { type Dropped, type Link, type RoutedEvent } from '@the-loop/router';
import * as v from 'valibot';
import { isEffectKind } from '../apply/apply-effect.ts';
import { type Decision } from '../decide/decision.ts';
import { type EffectKind } from '../decide/effect.ts';
import { isReason, type Reason } from '../decide/reasons.ts';
import { type Snapshot } from '../decide/snapshot.ts';
import { type DispatcherErrorCode } from '../errors.ts';
import { type Verification } from '../intake/verify-links.ts';

/** A link as `explain` shows it. */
export interface TracedLink {
  readonly ref: string;
  readonly sources: readonly string[];
  readonly evidence: readonly unknown[];
  readonly closesOnMerge: boolean | 'unknown';
  readonly existence: 'exists' | 'missing' | 'unknown' | 'not-asked';
}

/** Why a delivery that passed the guards ended as it did: everything the decision rested on. JSON. */
export interface DecidedTrace {
  readonly version: 1;
  readonly kind: 'decided';
  readonly event: {
    readonly event: string;
    readonly action: string;
    readonly treatment: string;
    readonly actor: string;
    readonly authorized: boolean;
    readonly mayAnswerGates: boolean;
    readonly labeled: boolean;
    readonly closing: string;
  };
  readonly links: readonly TracedLink[];
  /** New ref text per ref text that had moved; absent in older traces. */
  readonly moved?: Readonly<Record<string, string>>;
  /** The command's name; empty when there is none. Never the words. */
  readonly command: string;
  readonly snapshot: Snapshot;
  /** SHA-256 of the snapshot, in lower-case hex. */
  readonly snapshotDigest: string;
  /** The row of the decision table that answered. */
  readonly rule: string;
  readonly decision: Decision;
}

/** Why a guard ended a delivery. JSON. */
export interface DroppedTrace {
  readonly version: 1;
  readonly kind: 'dropped';
  readonly reason: string;
  readonly action: string;
  readonly actor: string;
  readonly links: readonly TracedLink[];
}

export type DecisionTrace = DecidedTrace | DroppedTrace;

/** What a trace is made of. */
export interface TraceInput {
  readonly verification: Verification;
  readonly snapshot: Snapshot;
  readonly rule: string;
  readonly decision: Decision;
}

/** The trace of a decision. */
export function traceDecision({ verification, snapshot, rule, decision }: TraceInput): DecidedTrace {
  const { event, asked, moved } = verification;
  return {
    version: 1,
    kind: 'decided',
    event: {
      event: event.event,
      action: event.action,
      treatment: event.treatment,
      actor: event.actor?.login ?? '',
      authorized: event.actorAuthorized,
      mayAnswerGates: event.mayAnswerGates,
      labeled: event.labeled,
      closing: event.closing ?? '',
    },
    links: event.links.map((link) => traceLink(link, asked[formatRef(link.ref)] ?? 'not-asked')),
    moved,
    command: commandName(event),
    snapshot,
    snapshotDigest: createHash('sha256').update(JSON.stringify(snapshot)).digest('hex'),
    rule,
    decision,
  };
}

/** The trace of a delivery that a guard dropped. */
export function traceDrop(dropped: Dropped): DroppedTrace {
  return {
    version: 1,
    kind: 'dropped',
    reason: dropped.reason,
    action: dropped.action,
    actor: dropped.actor?.login ?? '',
    links: dropped.links.map((link) => traceLink(link, 'not-asked')),
  };
}

/**
 * The decision that is stored with a row; null when there is none, or only a guard's drop, which is judged anew.
 * Throws `DISPATCH_DECISION_UNREADABLE`.
 */
export function storedDecision(value: unknown): Decision | null {
  if (value === null || value === undefined || v.is(DroppedSchema, value)) return null;
  if (isDecidedTrace(value)) return value.decision;
  throw new LoopError<DispatcherErrorCode>(
    'DISPATCH_DECISION_UNREADABLE',
    'the stored decision of a delivery is not one',
    {
      remedy: 'Run: the-loop deliveries retry <id>',
    },
  );
}

const DroppedSchema = v.looseObject({ kind: v.literal('dropped') });
const named = v.looseObject({ kind: v.string() });
const DecidedSchema = v.looseObject({
  kind: v.literal('decided'),
  decision: v.object({
    reason: v.custom<Reason>(isReason),
    effects: v.array(v.looseObject({ kind: v.custom<EffectKind>(isEffectKind) })),
    replies: v.array(named),
    settle: v.picklist(['settled', 'dropped', 'retry']),
  }),
});

/** We wrote it ourselves, so its kinds are judged and the fields of each kind are trusted. */
function isDecidedTrace(value: unknown): value is DecidedTrace {
  return v.is(DecidedSchema, value);
}

function traceLink(link: Link, existence: TracedLink['existence']): TracedLink {
  const { sources, evidence, closesOnMerge } = link;
  return { ref: formatRef(link.ref), sources, evidence, closesOnMerge, existence };
}

function commandName({ command }: RoutedEvent): string {
  switch (command.kind) {
    case 'none':
      return '';
    case 'command':
      return command.command;
    case 'ambiguous':
      return `ambiguous: ${command.commands.join(', ')}`;
    case 'near-miss':
      return `near miss: ${command.command}`;
  }
}
