import { operativeText } from '@the-loop/markdown';
import { type Command } from './command.ts';
import { argumentsAfter, isInsideWord, isLineStart, type PhrasePlace } from './phrase-position.ts';
import { type CommandOptions, phrasesOf } from './phrases.ts';

/** A place in a text where a command's phrase stands. */
export interface CommandMatch {
  readonly command: Command;
  /** `near-miss`: inside other text, where it commands nothing. */
  readonly kind: 'command' | 'near-miss';
  /** What follows the phrase on its line, trimmed; untrusted. Empty for verbs that take no arguments. */
  readonly args: string;
  /** Line of the operative text, from 1. */
  readonly line: number;
}

/**
 * Every phrase in the operative text of a comment, in order. A command stands on its own line: decoration, an
 * optional mention, the phrase, then arguments (for verbs that take them), closing punctuation or the end.
 * Quoted, fenced and commented-out text and mail tails are not read. Linear in the text.
 */
export function matchCommands(body: string, options: CommandOptions = {}): CommandMatch[] {
  const phrases = phrasesOf(options);
  const { pattern } = phrases;
  // Reading Markdown costs more than a search, and most comments hold no phrase at all.
  if (options.enabled === false || pattern === null || body.search(pattern) < 0) return [];
  const matches: CommandMatch[] = [];
  for (const [index, line] of operativeText(body).split('\n').entries()) {
    for (const { command, kind, args } of lineMatches(line.trimEnd(), pattern, (found) => phrases.commandsFor(found))) {
      matches.push({ command, kind, args, line: index + 1 });
    }
  }
  return matches;
}

function lineMatches(
  line: string,
  pattern: RegExp,
  commandsFor: (found: string) => readonly Command[],
): Omit<CommandMatch, 'line'>[] {
  const found: Omit<CommandMatch, 'line'>[] = [];
  for (const [order, match] of [...line.matchAll(pattern)].entries()) {
    const place = { line, at: match.index, end: match.index + match[0].length };
    // Only the first phrase can begin the line. What follows a command on its line are its arguments.
    const commands = order === 0 ? startingLine(place, commandsFor(match[0])) : [];
    if (commands.length > 0) return commands;
    if (isInsideWord(place)) continue;
    for (const command of commandsFor(match[0])) found.push({ command, kind: 'near-miss', args: '' });
  }
  return found;
}

function startingLine(place: PhrasePlace, commands: readonly Command[]): Omit<CommandMatch, 'line'>[] {
  if (!isLineStart(place)) return [];
  return commands.flatMap((command) => {
    const args = argumentsAfter(place, command);
    return args === null ? [] : [{ command, kind: 'command', args }];
  });
}
