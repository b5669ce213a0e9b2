import { fail, formatRef, ok, type Result, type WorkItemRef } from '@the-loop/graph-core';
import { type SessionInput, type SessionInputKind } from './session-input.ts';
import {
  bindingOf,
  RECENT_DELIVERIES,
  refText,
  type SessionBinding,
  type SessionRecord,
  type SessionStatus,
} from './session-record.ts';

/** Names of the events that a change is told as. */
export type SessionEventName =
  | 'session.registered'
  | 'session.paused'
  | 'session.relocated'
  | 'session.resumed'
  | 'session.closed'
  | 'session.pr_linked'
  | 'session.pr_unlinked'
  | 'session.pr_spawned'
  | 'session.pr_closed';

export interface SessionChange {
  readonly record: SessionRecord;
  /** False: nothing to write and nothing to tell. */
  readonly changed: boolean;
  readonly event: SessionEventName | null;
}

/** Why a change does not apply. The caller treats it as a no-op or tells the person who asked. */
export type SessionRefusal =
  | 'no-session'
  | 'already-live'
  | 'not-active'
  | 'not-paused'
  | 'closed'
  | 'other-item'
  | 'own-ref'
  | 'not-bound'
  | 'already-closed';

/** Where each input leads from each status. What is not listed is refused. */
export const sessionTransitions: Readonly<
  Record<SessionStatus | 'none', Partial<Record<SessionInputKind, SessionStatus>>>
> = {
  none: { start: 'active' },
  active: {
    pause: 'paused',
    close: 'closed',
    ...same('active', ['bind', 'unbind', 'open-endpoint', 'close-endpoint', 'reopen', 'begun', 'touch']),
  },
  paused: {
    start: 'active',
    resume: 'active',
    close: 'closed',
    ...same('paused', ['relocate', 'bind', 'unbind', 'close-endpoint', 'reopen', 'begun', 'touch']),
  },
  closed: { start: 'active', ...same('closed', ['unbind', 'close-endpoint', 'touch']) },
};

/**
 * Applies one input to a record; `null` is no record yet. Pure. An input changes only the fields it owns: a delivery
 * never changes the status, and starting again keeps bindings, birth and history.
 */
export function changeSession(
  record: SessionRecord | null,
  input: SessionInput,
): Result<SessionChange, SessionRefusal> {
  const from = record?.status ?? 'none';
  const status = sessionTransitions[from][input.kind];
  if (status === undefined) return fail(refusalOf(from, input.kind));
  if (input.kind === 'start') return startSession(record, input, from);
  if (record === null) return fail('no-session');
  return applyTo({ ...record, status }, input);
}

function applyTo(
  record: SessionRecord,
  input: Exclude<SessionInput, { kind: 'start' }>,
): Result<SessionChange, SessionRefusal> {
  if ('pullRequest' in input) return input.kind === 'bind' ? bind(record, input) : changeBinding(record, input);
  switch (input.kind) {
    case 'relocate':
      return relocate(record, input);
    case 'pause':
      return changed(record, 'session.paused');
    case 'resume':
      return changed(record, 'session.resumed');
    case 'close':
      return changed(record, 'session.closed');
    case 'begun':
      return onConversation(record, input.endpoint, { sessionId: input.sessionId, begun: true });
    case 'touch':
      return touch(record, input);
  }
}

type StartInput = Extract<SessionInput, { kind: 'start' }>;

function startSession(
  record: SessionRecord | null,
  input: StartInput,
  from: SessionStatus | 'none',
): Result<SessionChange, SessionRefusal> {
  if (record && record.ref.toLowerCase() !== refText(input.ref)) return fail('other-item');
  // A paused session still has its conversation: starting it again only lets deliveries through.
  if (record && from === 'paused') return changed({ ...record, status: 'active' }, 'session.resumed');
  const { agent, sessionId, cwd } = input;
  const kept = record === null ? newConversation(input.ref, input.at) : withoutLeft(record);
  const begun = kept.begun && kept.sessionId === sessionId;
  const next: SessionRecord = {
    bindings: [],
    ...kept,
    schemaVersion: 1,
    agent,
    sessionId,
    cwd,
    begun,
    status: 'active',
  };
  return changed(next, 'session.registered');
}

function bind(
  record: SessionRecord,
  { pullRequest, at }: Extract<SessionInput, { kind: 'bind' }>,
): Result<SessionChange, SessionRefusal> {
  if (record.ref.toLowerCase() === refText(pullRequest)) return fail('own-ref');
  if (bindingOf(record, pullRequest)) return unchanged(record);
  const binding: SessionBinding = { ...newConversation(pullRequest, at), status: 'active' };
  return changed({ ...record, bindings: [...record.bindings, binding] }, 'session.pr_linked');
}

/**
 * Another checkout, and so another conversation: from then on the one that was left has the item's own name. Told of the same
 * checkout again, everything has followed into it, and an item that waited only for that goes on.
 */
function relocate(
  record: SessionRecord,
  { cwd, sessionId }: Extract<SessionInput, { kind: 'relocate' }>,
): Result<SessionChange, SessionRefusal> {
  const { leftCheckout } = record;
  const isThere = leftCheckout?.item.toLowerCase() === record.ref.toLowerCase();
  if (leftCheckout !== undefined && isThere) return settleIn(record, leftCheckout);
  const left = leftCheckout === undefined ? {} : { leftCheckout: { ...leftCheckout, item: record.ref } };
  return changed({ ...record, ...left, cwd, sessionId, begun: false }, 'session.relocated');
}

function settleIn(
  record: SessionRecord,
  { resumes }: NonNullable<SessionRecord['leftCheckout']>,
): Result<SessionChange, SessionRefusal> {
  const settled = withoutLeft(record);
  if (resumes) return changed({ ...settled, status: 'active' }, 'session.resumed');
  return ok({ record: settled, changed: true, event: null });
}

function withoutLeft({ leftCheckout, ...record }: SessionRecord): SessionRecord {
  return leftCheckout === undefined ? record : { ...record };
}

type BindingInput = Extract<SessionInput, { kind: 'unbind' | 'open-endpoint' | 'close-endpoint' | 'reopen' }>;

function changeBinding(record: SessionRecord, input: BindingInput): Result<SessionChange, SessionRefusal> {
  if (record.ref.toLowerCase() === refText(input.pullRequest)) return fail('own-ref');
  const binding = bindingOf(record, input.pullRequest);
  if (!binding) return fail('not-bound');
  switch (input.kind) {
    case 'unbind':
      return changed({ ...record, bindings: record.bindings.filter((one) => one !== binding) }, 'session.pr_unlinked');
    case 'close-endpoint':
      if (binding.status === 'closed') return fail('already-closed');
      return changed(withBinding(record, { ...binding, status: 'closed' }), 'session.pr_closed');
    case 'reopen':
      if (binding.status === 'active') return unchanged(record);
      return changed(withBinding(record, { ...binding, status: 'active' }), 'session.pr_linked');
    case 'open-endpoint':
      return openEndpoint(record, binding, input);
  }
}

type OpenInput = Extract<SessionInput, { kind: 'open-endpoint' }>;

function openEndpoint(
  record: SessionRecord,
  binding: SessionBinding,
  input: OpenInput,
): Result<SessionChange, SessionRefusal> {
  if (binding.status === 'closed') return fail('already-closed');
  const { agent, sessionId, cwd } = input;
  const begun = binding.begun && binding.sessionId === sessionId;
  return changed(withBinding(record, { ...binding, agent, sessionId, cwd, begun }), 'session.pr_spawned');
}

function touch(
  record: SessionRecord,
  { endpoint, deliveryId, at, repositoryId = null }: Extract<SessionInput, { kind: 'touch' }>,
): Result<SessionChange, SessionRefusal> {
  const target = record.ref.toLowerCase() === refText(endpoint) ? record : bindingOf(record, endpoint);
  const seen = target?.recentDeliveries ?? [];
  if (seen.includes(deliveryId)) return unchanged(record);
  const isTold = repositoryId !== null && target?.repositoryId === undefined;
  return onConversation(record, endpoint, {
    ...(isTold ? { repositoryId } : {}),
    lastEventAt: at,
    recentDeliveries: [...seen, deliveryId].slice(-RECENT_DELIVERIES),
  });
}

type ConversationPatch = Partial<
  Pick<SessionBinding, 'sessionId' | 'begun' | 'lastEventAt' | 'recentDeliveries' | 'repositoryId'>
>;

function onConversation(
  record: SessionRecord,
  endpoint: WorkItemRef,
  patch: ConversationPatch,
): Result<SessionChange, SessionRefusal> {
  if (record.ref.toLowerCase() === refText(endpoint))
    return ok({ record: { ...record, ...patch }, changed: true, event: null });
  const binding = bindingOf(record, endpoint);
  if (!binding) return fail('not-bound');
  return ok({ record: withBinding(record, { ...binding, ...patch }), changed: true, event: null });
}

function withBinding(record: SessionRecord, next: SessionBinding): SessionRecord {
  return {
    ...record,
    bindings: record.bindings.map((one) => (one.ref.toLowerCase() === next.ref.toLowerCase() ? next : one)),
  };
}

function newConversation(ref: WorkItemRef, at: string): Omit<SessionBinding, 'status'> {
  return {
    ref: formatRef(ref),
    agent: '',
    sessionId: '',
    begun: false,
    cwd: '',
    createdAt: at,
    lastEventAt: null,
    recentDeliveries: [],
  };
}

function refusalOf(from: SessionStatus | 'none', kind: SessionInputKind): SessionRefusal {
  if (from === 'none') return 'no-session';
  if (kind === 'start') return 'already-live';
  if (kind === 'resume') return 'not-paused';
  return from === 'closed' ? 'closed' : 'not-active';
}

function same(
  status: SessionStatus,
  kinds: readonly SessionInputKind[],
): Partial<Record<SessionInputKind, SessionStatus>> {
  return Object.fromEntries(kinds.map((kind) => [kind, status]));
}

function changed(record: SessionRecord, event: SessionEventName): Result<SessionChange, SessionRefusal> {
  return ok({ record, changed: true, event });
}

function unchanged(record: SessionRecord): Result<SessionChange, SessionRefusal> {
  return ok({ record, changed: false, event: null });
}
