/** Where a character stands: in somebody else's words, behind a mark that is never closed, in brackets, or in none. */
export type Aside = 'quote' | 'unclosed' | 'bracket' | 'none';

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

/** Where each character of a text stands. Whether a mark that is never closed quotes what follows it is for the reader to say. */
export function readAsides(text: string): Aside[] {
  const characters = text.split('');
  const unclosed = new Set(unclosedMarks(characters).values());
  const quotes = new Set<string>();
  let isOpen = false;
  let brackets = 0;
  return characters.map((character, index) => {
    const kind = QUOTES[character];
    isOpen ||= unclosed.has(index);
    if (kind !== undefined && !unclosed.has(index) && !quotes.delete(kind)) quotes.add(kind);
    if (OPENING.includes(character)) brackets += 1;
    if (CLOSING.includes(character)) brackets = Math.max(0, brackets - 1);
    if (quotes.size > 0) return 'quote';
    if (isOpen) return 'unclosed';
    return brackets > 0 ? 'bracket' : 'none';
  });
}

/** By kind, where the quotation mark stands that nothing closes. */
function unclosedMarks(characters: readonly string[]): Map<string, number> {
  const open = new Map<string, number>();
  for (const [index, character] of characters.entries()) {
    const kind = QUOTES[character];
    if (kind !== undefined && !open.delete(kind)) open.set(kind, index);
  }
  return open;
}
