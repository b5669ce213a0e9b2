import { type WorkItemRef } from '@the-loop/graph-core';
import { changeSession } from '../record/change-session.ts';
import { type SessionInput } from '../record/session-input.ts';
import { type SessionRecord } from '../record/session-record.ts';

/** A time. */
export const at = '2026-01-01T00:00:00Z';
/** `github:acme/<repo>#<number>`. */
export const item = (number: number, repo = 'app'): WorkItemRef => ({
  provider: 'github',
  host: 'github.com',
  owner: 'acme',
  repo,
  number,
});
/** The work item. */
export const ref = item(7);
/** A pull request in another repository. */
export const pull = item(3, 'infra');
/** A conversation that was started. */
export const conversation = { agent: 'claude', sessionId: 's-1', cwd: '/w' };
/** The work item's start. */
export const start: Extract<SessionInput, { kind: 'start' }> = { kind: 'start', ref, at, ...conversation };

/** Applies inputs one after the other; a refused one changes nothing. */
export function after(...inputs: readonly SessionInput[]): SessionRecord {
  const end = inputs.reduce<SessionRecord | null>((record, input) => {
    const result = changeSession(record, input);
    return result.ok ? result.value.record : record;
  }, null);
  if (!end) throw new Error('nothing was started');
  return end;
}
