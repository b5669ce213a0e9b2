import { type Graph } from '@the-loop/graph-core';
import { operativeText, readListItems } from '@the-loop/markdown';
import { meaningOf, type TokenMeaning } from './tokens.ts';

/** How a token was answered: both ways is a contradiction. */
export interface Answer {
  readonly meaning: TokenMeaning;
  ticked: boolean;
  unticked: boolean;
}

/** The rows of one list by token in lower case. */
export interface Rows {
  readonly answers: ReadonlyMap<string, Answer>;
  /** Tokens of the loop, or nearly, beside something that is no box, such as `[]` or `[-]`. */
  readonly malformed: readonly string[];
}

const BOX = /^\[([ xX])\][ \t\u00A0]+(?=\S)/;
const BROKEN_BOX = /^\[[^\]\n]{0,4}\][ \t\u00A0]*(?=\S)/;
/** Longer words are no tokens; reading them would only cost time. */
const LONGEST_ROW = 400;
const TOKEN = /^[*_`]{0,4}([A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?)(:?)[*_`]{0,4}(:?)(?=$|\s)/;

/** Reads the rows of a list. Text that is no row of this form is prose and ignored. */
export function readRows(graph: Graph, body: string): Rows {
  const answers = new Map<string, Answer>();
  const malformed: string[] = [];
  for (const { text } of readListItems(operativeText(body))) {
    const row = readRow(text);
    if (row === null) continue;
    const meaning = answers.get(row.token)?.meaning ?? meaningOf(graph, row.token);
    if (row.box === 'broken') {
      if (meaning.kind !== 'unknown' || meaning.suggestion !== '') malformed.push(row.token);
      continue;
    }
    const answer = answers.get(row.token) ?? { meaning, ticked: false, unticked: false };
    answer[row.box] = true;
    answers.set(row.token, answer);
  }
  return { answers, malformed };
}

/** A box with a token, in lower case; `null` for everything else. */
function readRow(text: string): { readonly token: string; readonly box: 'ticked' | 'unticked' | 'broken' } | null {
  const box = BOX.exec(text);
  const found = box ?? BROKEN_BOX.exec(text);
  const token = found === null ? '' : readToken(text.slice(found[0].length));
  if (token === '') return null;
  return { token: token.toLowerCase(), box: box === null ? 'broken' : box[1] === ' ' ? 'unticked' : 'ticked' };
}

/** The rows of `reply` over those of `base`, token by token; the rows about sessions are answered together. */
export function mergeRows(base: Rows, reply: Rows): Rows {
  const sessions = [...reply.answers.values()].some(({ meaning }) => meaning.kind === 'session');
  const kept = [...base.answers].filter(([, { meaning }]) => !(sessions && meaning.kind === 'session'));
  return { answers: new Map([...kept, ...reply.answers]), malformed: reply.malformed };
}

/** Whether a list is an answer: it holds a token of the loop, or something that is nearly one. */
export function isAnswer({ answers, malformed }: Rows): boolean {
  return (
    malformed.length > 0 ||
    [...answers.values()].some(({ meaning }) => meaning.kind !== 'unknown' || meaning.suggestion !== '')
  );
}

/** The token of a row: followed by its end, a colon or a dash between blanks; other text makes the row prose. */
function readToken(row: string): string {
  const text = row.slice(0, LONGEST_ROW);
  const [found, token = '', inner = '', outer = ''] = TOKEN.exec(text) ?? [''];
  const rest = text.slice(found.length);
  return inner !== '' || outer !== '' || rest.trim() === '' || /^\s+[-\u2013\u2014]{1,3}(?:\s|$)/.test(rest)
    ? token
    : '';
}
