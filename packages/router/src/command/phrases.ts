import { COMMANDS, type Command } from './command.ts';

/** How commands are spelled in comments. */
export interface CommandOptions {
  /** False: nothing in a comment is a command. */
  readonly enabled?: boolean;
  /** Phrase per command, instead of `the-loop <command>`; an empty one switches that command off. */
  readonly keywords?: Readonly<Record<string, string | undefined>>;
}

/** The phrases to look for, compiled. */
export interface Phrases {
  /** Finds any phrase; `null` when every command is switched off. Global: use with `matchAll`. */
  readonly pattern: RegExp | null;
  /** The commands that a found phrase stands for: more than one when two were given the same phrase. */
  commandsFor(found: string): readonly Command[];
}

/** Blanks inside a phrase: spaces, tabs and no-break spaces, in any number. */
const BLANKS = /[ \t\u00A0]+/;

const compiled = new WeakMap<object, Phrases>();
const standard: Phrases = compile({});

/** The phrases of these options. Compiled once per `keywords` object, which must not be changed afterwards. */
export function phrasesOf({ keywords }: CommandOptions): Phrases {
  if (keywords === undefined) return standard;
  const known = compiled.get(keywords) ?? compile(keywords);
  compiled.set(keywords, known);
  return known;
}

function compile(keywords: Readonly<Record<string, string | undefined>>): Phrases {
  const commands = new Map<string, Command[]>();
  for (const command of COMMANDS) {
    const phrase = canonical(keywords[command] ?? `the-loop ${command}`);
    if (phrase !== '') commands.set(phrase, [...(commands.get(phrase) ?? []), command]);
  }
  // Longest first, so that `the-loop done` is never read as `the-loop do`.
  const alternatives = [...commands.keys()].sort((left, right) => right.length - left.length).map(escaped);
  return {
    pattern: alternatives.length === 0 ? null : new RegExp(alternatives.join('|'), 'gi'),
    commandsFor: (found) => commands.get(canonical(found)) ?? [],
  };
}

/** One blank between words, lower case. */
function canonical(phrase: string): string {
  return phrase
    .split(BLANKS)
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase();
}

function escaped(phrase: string): string {
  return phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[ \\t\\u00A0]+');
}
