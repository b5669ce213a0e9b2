import { type LoopAddress, printable } from '@the-loop/graph-core';
import { loopKey } from '../items/inner-loop-folder.ts';

export { printable };

/** How a loop is called in output. */
export function nameOf(address: LoopAddress): string {
  return loopKey(address);
}

/** How often a gate refused in a row. */
export function triedTimes(attempts: number): string {
  return attempts === 1 ? 'tried once' : `tried ${attempts} times`;
}

/** Findings as indented points; a finding of several lines keeps them, and one that is a point already gets no second mark. */
export function points(messages: readonly string[], indent = '  '): string[] {
  return messages.flatMap((message) => {
    const [first = '', ...rest] = message.split('\n').map(printable);
    return [`${indent}· ${first.replace(/^[-*·] /, '')}`, ...rest.map((line) => `${indent}  ${line}`)];
  });
}

/** What is odd about the state file and the like. */
export function warningLines(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `  WARNING: ${printable(warning.replace(/^warning: /, ''))}`);
}

/** How many writes are stored and not yet done; nothing when none is. */
export function waitingWrites(count: number): string[] {
  if (count === 0) return [];
  return [`  ${count} ${count === 1 ? 'write waits' : 'writes wait'} to be done; see the-loop outbox list --repo .`];
}
