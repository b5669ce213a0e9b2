import { parseRef } from '@the-loop/graph-core';
import { type SessionBinding, type SessionRecord } from '@the-loop/sessions';
import { type KnownSession } from '../decide/snapshot.ts';

const conversation = {
  agent: 'scripted',
  sessionId: 'session-1',
  begun: true,
  cwd: '/checkout',
  createdAt: '2026-01-01T00:00:00Z',
  lastEventAt: null,
  recentDeliveries: [],
};

/** A binding of a pull request; live unless said otherwise. */
export function binding(ref: string, change: Partial<SessionBinding> = {}): SessionBinding {
  return { ...conversation, ref, status: 'active', ...change };
}

/** A session record; active unless said otherwise. */
export function record(ref: string, change: Partial<SessionRecord> = {}): SessionRecord {
  return { schemaVersion: 1, ...conversation, ref, status: 'active', bindings: [], ...change };
}

/** A record as deciding sees it. */
export function session(ref: string, change: Partial<SessionRecord> = {}): KnownSession {
  return { item: parseRef(ref), record: record(ref, change) };
}
