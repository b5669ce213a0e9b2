import { type Graph } from '@the-loop/graph-core';
import { type Answer, type Rows, readRows } from './rows.ts';
import { type SessionMode } from './session-mode.ts';
import { asksForSurface } from './tokens.ts';

/** What a list says about the phases of a loop. Tokens are spelled as the loop spells them. */
export interface Selection {
  /** Default-on phases that were unticked. */
  readonly skips: string[];
  /** Opt-in phases that were ticked. */
  readonly optIns: string[];
  /** Unticked phases that cannot be skipped. */
  readonly refused: string[];
  /** Tokens that are none of this loop. */
  readonly unknown: string[];
  /** Those of them that were unticked: somebody wanted to leave something out, and it is not clear what. */
  readonly unknownUnticked: string[];
  /** What the unknown tokens were probably meant to be, by token. */
  readonly suggestions: Readonly<Record<string, string>>;
  /** Tokens that are both ticked and unticked. */
  readonly contradictions: string[];
  /** Tokens beside something that is no box. */
  readonly malformed: string[];
  /** Empty for a loop that does not ask. */
  readonly surface: 'work-item' | 'pull-request' | '';
  /** `null` unless exactly one mode is ticked. */
  readonly sessionPerPr: SessionMode | null;
}

/** Reads an answered phase list out of a comment. Any text is accepted; see {@link Selection} for what it comes to. */
export function parseSelection(graph: Graph, body: string): Selection {
  return selectionOf(graph, readRows(graph, body));
}

/** The same for rows that are already read. */
export function selectionOf(graph: Graph, { answers, malformed }: Rows): Selection {
  const clear = [...answers.values()].filter((answer) => !isContradiction(answer));
  const unknown = [...answers].flatMap(([token, { meaning }]) =>
    meaning.kind === 'unknown' ? [{ token, meaning }] : [],
  );
  return {
    skips: clear.flatMap((answer) => nodeOf(answer, 'default-on', 'unticked')),
    optIns: clear.flatMap((answer) => nodeOf(answer, 'opt-in', 'ticked')),
    refused: clear.flatMap((answer) => nodeOf(answer, 'protected', 'unticked')),
    unknown: unknown.map(({ token }) => token),
    unknownUnticked: unknown.map(({ token }) => token).filter((token) => answers.get(token)?.unticked === true),
    suggestions: Object.fromEntries(unknown.flatMap(({ token, meaning }) => suggestionOf(token, meaning.suggestion))),
    contradictions: [...answers].filter(([, answer]) => isContradiction(answer)).map(([token]) => token),
    malformed: [...malformed],
    surface: surfaceOf(graph, clear),
    sessionPerPr: sessionOf(clear),
  };
}

function suggestionOf(token: string, suggestion: string): [string, string][] {
  return suggestion === '' ? [] : [[token, suggestion]];
}

function isContradiction({ meaning, ticked, unticked }: Answer): boolean {
  return ticked && unticked && meaning.kind !== 'unknown';
}

function nodeOf(
  { meaning, ...answer }: Answer,
  kind: 'default-on' | 'opt-in' | 'protected',
  side: 'ticked' | 'unticked',
): string[] {
  return meaning.kind === kind && answer[side] ? [meaning.node] : [];
}

function surfaceOf(graph: Graph, answers: readonly Answer[]): Selection['surface'] {
  if (!asksForSurface(graph)) return '';
  return answers.some(({ meaning, ticked }) => meaning.kind === 'surface' && ticked) ? 'pull-request' : 'work-item';
}

function sessionOf(answers: readonly Answer[]): SessionMode | null {
  const modes = answers.flatMap(({ meaning, ticked }) => (meaning.kind === 'session' && ticked ? [meaning.mode] : []));
  return modes.length === 1 ? (modes[0] ?? null) : null;
}
