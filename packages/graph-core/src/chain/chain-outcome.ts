import { type HookMessage, type HookResult } from '../hook/hook.ts';

/** What one hook of a chain answered. The result is a frozen copy. */
export interface ChainResult {
  readonly hook: string;
  readonly result: HookResult;
}

/** What a chain came to. */
export interface ChainOutcome {
  /** The node whose chain ran. */
  readonly node: string;
  readonly boundary: 'entry' | 'exit';
  /** An entry chain always passes: what failed in it is a degradation. */
  readonly status: 'pass' | 'wait' | 'block';
  /** What edges are compared with; the status when the chain did not pass. */
  readonly outcome: string;
  readonly results: readonly ChainResult[];
  /** The result that stopped the chain; null when it passed. */
  readonly blocking: ChainResult | null;
  /** How many hooks ran. */
  readonly ran: number;
}

/** A best-effort part that failed although the chain passed it. */
export interface Degradation {
  readonly hook: string;
  readonly error: string;
}

/** One finding as a line: its text, and the file it is about. */
export function renderMessage(message: HookMessage): string {
  return message.path === undefined || message.path === '' ? message.text : `${message.text} (${message.path})`;
}

/** Every hook that let the chain go on and yet says, in `data.error`, that it could not do its job. */
export function degradations(outcome: ChainOutcome): Degradation[] {
  return outcome.results.flatMap(({ hook, result }) => {
    const error = result.data?.error;
    const wentOn = result.status === 'pass' || result.status === 'skip';
    return wentOn && typeof error === 'string' && error !== '' ? [{ hook, error }] : [];
  });
}

/** A degradation as verbs print it. */
export function renderDegradation({ hook, error }: Degradation): string {
  return `warning: ${hook} did not complete: ${error}`;
}

/** Why the chain stopped, as text for the state file and the reader: the hook, then one line per finding. Empty when it passed. */
export function renderFinding(outcome: ChainOutcome): string {
  if (outcome.blocking === null) return '';
  const { hook, result } = outcome.blocking;
  const messages = result.messages ?? [];
  const head = `\`${hook}\` did not pass`;
  return messages.length === 0
    ? head
    : `${head}:\n${messages.map((message) => `- ${renderMessage(message)}`).join('\n')}`;
}

/** Whether the chain passed without having anything to check: no hook ran, or all of them had nothing to say. */
export function isVacuous(outcome: ChainOutcome): boolean {
  return outcome.status === 'pass' && outcome.results.every(({ result }) => result.status === 'skip');
}
