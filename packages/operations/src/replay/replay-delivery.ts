import {
  type Decision,
  type DecisionTrace,
  decideWithRule,
  type Effect,
  type Reply,
  type Snapshot,
} from '@the-loop/dispatcher';
import { type RoutedEvent, route } from '@the-loop/router';
import { eventAsKnown, payloadAsKnown } from './as-it-was-known.ts';
import { type RecordedDelivery, type ReplaySettings } from './recorded-delivery.ts';

/** How a decision reads, and by what two are compared. */
export interface Outcome {
  readonly settle: Decision['settle'];
  readonly reason: string;
  /** The row of the decision table; `guard` for a drop. Not compared. */
  readonly rule: string;
  readonly effects: readonly string[];
  readonly replies: readonly string[];
}

/** A delivery that was decided again. */
export interface Replayed {
  readonly id: number;
  readonly guid: string;
  readonly event: string;
  readonly workItem: string;
  /** Null when it was never decided. */
  readonly recorded: Outcome | null;
  readonly today: Outcome;
  /** `recorded`: with what was known then. `stored`: with what the records say now, where nothing was noted then. */
  readonly known: 'recorded' | 'stored' | 'nothing';
  readonly differs: boolean;
}

/** Where a snapshot comes from when none was recorded. */
export type SnapshotNow = (event: RoutedEvent) => Promise<Snapshot>;

/** Decides a recorded delivery by today's rules. Nothing happens: no effect, no question to GitHub. */
export async function replayDelivery(
  recorded: RecordedDelivery,
  settings: ReplaySettings,
  snapshotNow: SnapshotNow,
): Promise<Replayed> {
  const { id, guid, event, trace } = recorded;
  const before = trace === null ? null : recordedOutcome(trace);
  const { today, known } = await decideToday(recorded, settings, snapshotNow);
  const workItem = trace?.links[0]?.ref ?? '';
  return {
    id,
    guid,
    event,
    workItem,
    recorded: before,
    today,
    known,
    differs: before !== null && !isSame(before, today),
  };
}

async function decideToday(
  { guid, event, payload, trace }: RecordedDelivery,
  { route: context, policy }: ReplaySettings,
  snapshotNow: SnapshotNow,
): Promise<Pick<Replayed, 'today' | 'known'>> {
  const routing = route({ deliveryId: guid, event, payload: payloadAsKnown(payload, trace) }, context);
  if (routing.kind === 'dropped') return { today: dropOutcome(routing.reason), known: 'nothing' };
  if (trace?.kind !== 'decided') {
    const { rule, decision } = decideWithRule(routing.event, { ...(await snapshotNow(routing.event)), policy });
    return { today: outcomeOf(decision, rule), known: 'stored' };
  }
  const { rule, decision } = decideWithRule(eventAsKnown(routing.event, trace), { ...trace.snapshot, policy });
  return { today: outcomeOf(decision, rule), known: 'recorded' };
}

function dropOutcome(reason: string): Outcome {
  return { settle: 'dropped', reason, rule: 'guard', effects: [], replies: [] };
}

function recordedOutcome(trace: DecisionTrace): Outcome {
  if (trace.kind === 'decided') return outcomeOf(trace.decision, trace.rule);
  return dropOutcome(trace.reason);
}

function outcomeOf({ settle, reason, effects, replies }: Decision, rule: string): Outcome {
  return { settle, reason, rule, effects: effects.map(effectText), replies: replies.map(replyText) };
}

function effectText({ kind, ...fields }: Effect): string {
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  return [kind, ...parts.sort()].join(' ');
}

/** What is said may be worded anew without being another decision. */
function replyText(reply: Reply): string {
  switch (reply.kind) {
    case 'reaction':
      return `reaction ${reply.content}`;
    case 'comment':
      return `${reply.purpose} ${reply.topic} on ${reply.on}`;
    case 'status':
      return `status of ${reply.item} on ${reply.on}`;
  }
}

function isSame(left: Outcome, right: Outcome): boolean {
  const comparable = ({ settle, reason, effects, replies }: Outcome) =>
    JSON.stringify([settle, reason, effects, replies]);
  return comparable(left) === comparable(right);
}
