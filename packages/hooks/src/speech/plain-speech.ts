/** A sentence of a comment as plain lower-case words. */
export interface Sentence {
  readonly question: boolean;
  /** The words of each clause; clauses without words are left out. */
  readonly clauses: readonly (readonly string[])[];
  /** All words, in order. */
  readonly words: readonly string[];
}

const HIDDEN = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069]/;
const APOSTROPHES = /[\u2018\u2019\u02BC\u2032`]/g;
const ADDRESS = /\bhttps?:\/\/\S+/gi;
const MENTION = /(^|[^\p{L}\p{N}_/@])@[A-Za-z0-9][A-Za-z0-9-]*(?:\/[A-Za-z0-9._-]+)?/gmu;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|\u200D|\u20E3|:[a-z0-9_+-]{1,40}:/gu;
const SENTENCE_END = /(?<=[.!?\u2026\u3002\uFF01\uFF1F])\s|\n/;
const CLAUSE_END = /[,;:()[\]"\u201C\u201D\u00AB\u00BB\u2014\u2013]|\s-+\s|(?<=\s|^)(?:but|however|though)(?=\s|$)/;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'_-]*/gu;

/** Whether a text carries characters that make it look different from what it says. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

/**
 * Takes a comment's operative text apart into sentences, clauses and words. Letter case, emoji, mentions, addresses and
 * typographic apostrophes make no difference.
 */
export function readSentences(operative: string): Sentence[] {
  const text = operative
    .replace(ADDRESS, ' ')
    .replace(MENTION, '$1')
    .replace(EMOJI, ' ')
    .replace(APOSTROPHES, "'")
    .toLowerCase();
  return text
    .split(SENTENCE_END)
    .map(readSentence)
    .filter(({ words, question }) => words.length > 0 || question);
}

function readSentence(text: string): Sentence {
  const clauses = text
    .split(CLAUSE_END)
    .map(readWords)
    .filter((words) => words.length > 0);
  return { question: /[?\uFF1F]/.test(text), clauses, words: clauses.flat() };
}

function readWords(clause: string): string[] {
  return (clause.match(WORD) ?? []).map(withoutTrailingMarks);
}

/** A loop: a pattern that is tied to the end only would look at every mark inside the word again. */
function withoutTrailingMarks(word: string): string {
  let end = word.length;
  while (end > 0 && "'_-".includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
