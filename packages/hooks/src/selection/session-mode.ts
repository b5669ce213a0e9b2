import { type HookSettings } from '@the-loop/graph-core';

/** When a pull request gets a session of its own. */
export type SessionMode = HookSettings['sessionPerPr'];

/** In the order in which they are offered. */
export const SESSION_MODES: readonly SessionMode[] = ['never', 'cross-repository', 'always'];

/** Reads a mode as configurations have written it; `cross-repository` for whatever is none. */
export function readSessionMode(value: unknown): SessionMode {
  if (value === false) return 'never';
  const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return SESSION_MODES.find((mode) => mode === name) ?? 'cross-repository';
}
