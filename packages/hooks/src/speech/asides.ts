/** Where a character stands: in somebody else's words, in brackets, or in neither. */
export type Aside = 'quote' | 'bracket' | 'none';

/** Marks that open and close a quotation, by the kind they belong to. Inline code is quoted too. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  '`': '`',
  '\u201C': '\u201C',
  '\u201D': '\u201C',
  '\u201E': '\u201C',
  '\u00AB': '\u00AB',
  '\u00BB': '\u00AB',
};
const OPENING = '([{\uFF08\u3010';
const CLOSING = ')]}\uFF09\u3011';
const SINGLE_QUOTED = /(?<![\p{L}\p{N}'])'([^'\n]{1,200})'(?![\p{L}\p{N}'])/gu;

/** A text in which runs of backticks are one, single quotes around words are double ones, and those that are left are apostrophes. */
export function withPlainQuotes(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02BC\u2032]|(?<=\p{L})`(?=\p{L})/gu, "'")
    .replace(/`+/g, '`')
    .replace(SINGLE_QUOTED, '"$1"');
}

/**
 * Where each character of a text stands. A mark that is never closed reaches to the end, because in doubt words are
 * somebody else's.
 */
export function readAsides(text: string): Aside[] {
  const quotes = new Set<string>();
  let brackets = 0;
  return text.split('').map((character) => {
    const kind = QUOTES[character];
    if (kind !== undefined && !quotes.delete(kind)) quotes.add(kind);
    if (OPENING.includes(character)) brackets += 1;
    if (CLOSING.includes(character)) brackets = Math.max(0, brackets - 1);
    if (quotes.size > 0) return 'quote';
    return brackets > 0 ? 'bracket' : 'none';
  });
}
