import { type QuotedRegion, quotedRegions } from './quoted-regions.ts';

/** Where a character stands: in somebody else's words, where a mark may quote it or not, in brackets, or in none. */
export type Aside = 'quote' | 'unclosed' | 'bracket' | 'none';

const OPENING = '([{\uFF08\u3010';
const CLOSING = ')]}\uFF09\u3011';
const SINGLE_QUOTED = /(?<![\p{L}\p{N}'])'([^'\n]{1,200})'(?![\p{L}\p{N}'])/gu;

/**
 * A text in which runs of backticks are one, runs of single quotes and single quotes around words are double ones, and
 * those that are left are apostrophes.
 */
export function withPlainQuotes(text: string): string {
  return text
    .replace(/[\u2018-\u201B\u2039\u203A\u02BC\u2032]|(?<=\p{L})`(?=\p{L})/gu, "'")
    .replace(/`+/g, '`')
    .replace(/'{2,}/g, '"')
    .replace(SINGLE_QUOTED, '"$1"');
}

/** Where each character of a text stands. Whether doubtful marks quote what they stand around is for the reader to say. */
export function readAsides(text: string): Aside[] {
  const asides = bracketAsides(text);
  const regions = quotedRegions(text);
  for (const doubtful of regions.filter(({ aside }) => aside === 'unclosed')) fill(asides, doubtful);
  for (const quoted of regions.filter(({ aside }) => aside === 'quote')) fill(asides, quoted);
  return asides;
}

function bracketAsides(text: string): Aside[] {
  let brackets = 0;
  return text.split('').map((character) => {
    if (OPENING.includes(character)) brackets += 1;
    if (CLOSING.includes(character)) brackets = Math.max(0, brackets - 1);
    return brackets > 0 ? 'bracket' : 'none';
  });
}

function fill(asides: Aside[], { from, to, aside }: QuotedRegion): void {
  asides.fill(aside, from, to);
}
