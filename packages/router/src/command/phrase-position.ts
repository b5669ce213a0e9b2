import { isWordAt, isWordBefore } from '../text/word-edge.ts';
import { type Command } from './command.ts';

/** A phrase at `[at, end)` of its line. */
export interface PhrasePlace {
  readonly line: string;
  readonly at: number;
  readonly end: number;
}

const WITH_ARGUMENTS: ReadonlySet<Command> = new Set([
  'do',
  'goal',
  'start',
  'stop',
  'cleanup',
  'approve',
  'request-changes',
]);

const START = /^[\s*_~`([-]*(?:@[\w-]{1,39}(?:\[bot\])?[,:]?[\s*_~`([-]+)?[@/]?$/;
const CLOSING = /^[\s.!,)\]*_~`:]*$/;
const ARGUMENTS = /^(?:[ \t\u00A0]+(?:-{1,3}|[\u2013\u2014])[ \t\u00A0]+|:?[ \t\u00A0]+)(\S.*)$/su;

/** Whether the phrase begins its line: before it are only decoration, a mention, and one `@` or `/`. */
export function isLineStart({ line, at }: PhrasePlace): boolean {
  return START.test(line.slice(0, at));
}

/** Whether a phrase is part of a longer word or address, where it means nothing at all. */
export function isInsideWord({ line, at, end }: PhrasePlace): boolean {
  const before = line.charAt(at - 1);
  const after = line.charAt(end);
  if (isWordBefore(line, at) || before === '-' || before === ':') return true;
  if (isWordAt(line, end) || after === '-') return true;
  return after !== '' && ':.|/@'.includes(after) && isWordAt(line, end + 1);
}

/**
 * What follows a phrase that begins its line: its arguments, or the empty text when the line just ends. `null` when
 * something else follows, so that this is no command.
 */
export function argumentsAfter({ line, at, end }: PhrasePlace, command: Command): string | null {
  const rest = line.slice(end);
  if (CLOSING.test(rest)) return '';
  if (!WITH_ARGUMENTS.has(command)) return null;
  const args = ARGUMENTS.exec(rest)?.[1]?.trim() ?? '';
  // Punctuation alone is no argument: `the-loop stop ?` asks, and does not command.
  return /[\p{L}\p{N}]/u.test(args) ? undecorated(args, line.slice(0, at)) : null;
}

/** Takes off the closing half of the decoration that the line began with. */
function undecorated(args: string, before: string): string {
  const opened = before.replaceAll(/[^*_~`([]/g, '');
  const closing = Array.from(opened, mirrored).reverse().join('');
  return closing !== '' && args.endsWith(closing) ? args.slice(0, -closing.length).trimEnd() : args;
}

function mirrored(char: string): string {
  if (char === '(') return ')';
  return char === '[' ? ']' : char;
}
