import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';

const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a conversation id may become an argument: never a flag, never a path. */
export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id);
}

/** Whether it also has the form of a UUID, which claude and codex demand. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** Throws `AGENT_SESSION_ID_INVALID`; a caller answers it with a fresh conversation. */
export function checkSessionId(id: string, form: 'any' | 'uuid' = 'any'): void {
  if (form === 'uuid' ? isUuid(id) : isSessionId(id)) return;
  throw new LoopError<SessionsErrorCode>('AGENT_SESSION_ID_INVALID', 'the recorded conversation id is not one', {
    remedy: 'Start a fresh conversation.',
  });
}
