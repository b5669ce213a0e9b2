import { type Aside, readAsides, withPlainQuotes } from './asides.ts';
import { type Piece, SENTENCE_END, splitAt } from './pieces.ts';

/** A clause as plain lower-case words. */
export interface Clause {
  readonly words: readonly string[];
  /** The words that are not quoted, where a mark that is never closed quotes nothing. */
  readonly unquoted: readonly string[];
  /** The words that are neither quoted nor in brackets, where a mark that is never closed quotes all that follows. */
  readonly own: readonly string[];
  /** The words that are neither quoted nor in brackets, where a mark that is never closed quotes nothing. */
  readonly arguable: readonly string[];
}

/** A sentence of a comment. */
export interface Sentence {
  readonly question: boolean;
  /** Clauses without words are left out. */
  readonly clauses: readonly Clause[];
  /** All words, in order. */
  readonly words: readonly string[];
}

const HIDDEN = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069]/;
const ADDRESS = /\bhttps?:\/\/\S+/gi;
const MENTION = /(^|[^\p{L}\p{N}_/@])@[A-Za-z0-9][A-Za-z0-9-]*(?:\/[A-Za-z0-9._-]+)?/gmu;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|\u200D|\u20E3|:[a-z0-9_+-]{1,40}:/gu;
const STRUCK = /(?<!~)~{1,2}(?=[^\s~])[^~\n]*(?:\n[^~\n]+)*(?<=\S)~{1,2}(?!~)/g;
const CLAUSE_END = /[,;:\u2014\u2013]|\s-+\s|(?<=\s|^)(?:but|however|though)(?=\s|$)/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'_-]*/gu;

/** Whether a text carries characters that make it look different from what it says. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

/**
 * Takes a comment's operative text apart into sentences, clauses and words. Letter case, emoji, mentions, addresses and
 * typographic apostrophes make no difference; struck text is left out.
 */
export function readSentences(operative: string): Sentence[] {
  const seen = operative.replace(STRUCK, ' ').replace(ADDRESS, ' ').replace(MENTION, '$1').replace(EMOJI, ' ');
  const text = withPlainQuotes(seen).toLowerCase();
  const asides = readAsides(text);
  return splitAt({ text, at: 0 }, SENTENCE_END)
    .map((sentence) => readSentence(sentence, asides))
    .filter(({ words, question }) => words.length > 0 || question);
}

function readSentence(sentence: Piece, asides: readonly Aside[]): Sentence {
  const clauses = splitAt(sentence, CLAUSE_END)
    .map((clause) => readClause(clause, asides))
    .filter(({ words }) => words.length > 0);
  return { question: /[?\uFF1F]/.test(sentence.text), clauses, words: clauses.flatMap(({ words }) => words) };
}

function readClause(clause: Piece, asides: readonly Aside[]): Clause {
  const found = [...clause.text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: withoutTrailingMarks(word),
    aside: asides[clause.at + index] ?? 'none',
  }));
  const wordsIn = (kept: readonly Aside[]) => found.filter(({ aside }) => kept.includes(aside)).map(({ word }) => word);
  return {
    words: wordsIn(['none', 'bracket', 'unclosed', 'quote']),
    unquoted: wordsIn(['none', 'bracket', 'unclosed']),
    own: wordsIn(['none']),
    arguable: wordsIn(['none', 'unclosed']),
  };
}

/** A loop: a pattern that is tied to the end only would look at every mark inside the word again. */
function withoutTrailingMarks(word: string): string {
  let end = word.length;
  while (end > 0 && "'_-".includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
