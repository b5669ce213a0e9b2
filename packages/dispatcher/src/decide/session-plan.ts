import { formatRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent, type Treatment } from '@the-loop/router';
import {
  bindingOf,
  type ChosenEndpoint,
  changeSession,
  chooseEndpoint,
  type SessionRecord,
  sessionModeFor,
} from '@the-loop/sessions';
import { isGateCommand } from './command-class.ts';
import { type Effect, type RefText } from './effect.ts';
import { type Reason } from './reasons.ts';
import { type Situation } from './situation.ts';
import { type KnownSession } from './snapshot.ts';

/** What one live session gets of an event; `held` says why it is not delivered, where it is not. */
export interface SessionPlan {
  readonly effects: readonly Effect[];
  readonly held: Reason | null;
}

const BINDING: ReadonlySet<Treatment> = new Set(['speech', 'dismissal', 'notice', 'binding']);
const OPENING: ReadonlySet<Treatment> = new Set(['speech', 'notice', 'binding']);
const DELIVERED: ReadonlySet<Treatment> = new Set(['speech', 'dismissal', 'notice', 'ci']);

/** Conclusions of automation that ask nothing of anybody. */
const QUIET_CONCLUSIONS: ReadonlySet<string> = new Set(['success', 'neutral', 'skipped']);

interface Placed {
  readonly session: KnownSession;
  readonly choice: ChosenEndpoint;
  readonly endpoint: RefText;
}

/** Plans an event for one session: the binding comes before pause and repetition are looked at. */
export function sessionPlan(situation: Situation, session: KnownSession): SessionPlan {
  const bound = bindIfNeeded(situation.event, session);
  const placed = place(situation, { session, record: bound.record });
  if (wasDelivered(situation.event, placed)) return { effects: bound.effects, held: 'already-processed' };
  const plan = session.record.status === 'paused' ? whilePaused(situation, placed) : delivery(situation, placed);
  return { ...plan, effects: [...bound.effects, ...plan.effects] };
}

/** The record as it is once the pull request is bound, so that the choice of the endpoint sees the binding. */
function bindIfNeeded(
  event: RoutedEvent,
  { item, record }: KnownSession,
): { readonly record: SessionRecord; readonly effects: readonly Effect[] } {
  const { pullRequest } = event;
  if (pullRequest === null || !BINDING.has(event.treatment) || sameRef(pullRequest, item)) {
    return { record, effects: [] };
  }
  const reopens = bindingOf(record, pullRequest)?.status === 'closed' && isReopening(event);
  const changed = changeSession(
    record,
    reopens ? { kind: 'reopen', pullRequest } : { kind: 'bind', pullRequest, at: record.createdAt },
  );
  if (!changed.ok || !changed.value.changed) return { record, effects: [] };
  const effect: Effect = { kind: 'bind', item: formatRef(item), pullRequest: formatRef(pullRequest) };
  return { record: changed.value.record, effects: [effect] };
}

function isReopening(event: RoutedEvent): boolean {
  return event.event === 'pull_request' && event.action === 'reopened';
}

function place(
  { event, snapshot }: Situation,
  { session, record }: { readonly session: KnownSession; readonly record: SessionRecord },
): Placed {
  const { item } = session;
  const mode = sessionModeFor(snapshot.frozen[refKey(item)]?.sessionPerPr, snapshot.policy.sessionPerPr);
  const choice = chooseEndpoint(record, { workItem: item, pullRequest: event.pullRequest }, mode);
  return { session, choice, endpoint: endpointOf(item, choice) };
}

function endpointOf(item: WorkItemRef, choice: ChosenEndpoint): RefText {
  return choice.kind === 'endpoint' ? choice.binding.ref : formatRef(item);
}

function wasDelivered({ deliveryId }: RoutedEvent, { session, choice }: Placed): boolean {
  const had = choice.kind === 'endpoint' ? choice.binding.recentDeliveries : session.record.recentDeliveries;
  return had.includes(deliveryId);
}

/** Deliveries are held, answers are not: a person at a gate is heard although the agent rests. */
function whilePaused({ event, snapshot, command }: Situation, { session, endpoint }: Placed): SessionPlan {
  const atGate = snapshot.progress[refKey(session.item)]?.atHumanGate === true;
  if (!event.mayAnswerGates || !atGate) return { effects: [], held: 'session-paused' };
  return {
    effects: [{ kind: 'hand-to-graph', item: formatRef(session.item), endpoint, command }],
    held: 'session-paused',
  };
}

function delivery({ event, snapshot, command }: Situation, { session, choice, endpoint }: Placed): SessionPlan {
  const item = formatRef(session.item);
  const hand: readonly Effect[] = isGateCommand(command) ? [{ kind: 'hand-to-graph', item, endpoint, command }] : [];
  if (choice.kind === 'needs-session' && snapshot.workspace && OPENING.has(event.treatment)) {
    return { effects: [...hand, { kind: 'spawn-endpoint', item, pullRequest: choice.binding.ref }], held: null };
  }
  if (!isDelivered(event)) return { effects: [], held: 'no-news' };
  return { effects: [...hand, { kind: 'deliver', item, endpoint }], held: null };
}

function isDelivered(event: RoutedEvent): boolean {
  if (!DELIVERED.has(event.treatment)) return false;
  return event.treatment !== 'ci' || !QUIET_CONCLUSIONS.has(event.entity.state);
}
