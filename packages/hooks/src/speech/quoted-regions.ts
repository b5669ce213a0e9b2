import { SENTENCE_END } from './pieces.ts';
import { findMarks, type QuotationMark } from './quotation-marks.ts';

/** A part of a text between marks of quotation, or one of which nobody can tell. The end is left out. */
export interface QuotedRegion {
  readonly from: number;
  readonly to: number;
  readonly aside: 'quote' | 'unclosed';
}

const PARAGRAPH = /\n[^\S\n]*\n/;

/**
 * What marks of quotation stand around. Inch marks quote nothing. Only a pair of which one surely opens and the other surely
 * closes, in one paragraph and without measures between, is a quotation; other pairs leave a doubt about what they stand
 * around. So does a mark that is not closed about all behind it, and one that closes what nothing has opened about all
 * from the first opening mark on, or from the beginning where there is none.
 */
export function quotedRegions(text: string): QuotedRegion[] {
  return findMarks(text).flatMap((marks) => regionsOfKind(text, marks));
}

/** What was read of the marks of one kind so far. */
interface Reading {
  readonly text: string;
  readonly pairs: QuotedRegion[];
  open: QuotationMark | null;
  /** A measure stands inside what is open. */
  isMeasured: boolean;
  /** The last pair was closed by what may be a measure inside a longer quotation. */
  mayGoOn: boolean;
  /** The first mark that surely opens; 0 where there is none. */
  readonly first: number;
  doubt: { readonly from: number; readonly to: number } | null;
}

function regionsOfKind(text: string, marks: readonly QuotationMark[]): QuotedRegion[] {
  const first = marks.find(({ end }) => end === 'opening')?.at ?? 0;
  const reading: Reading = { text, pairs: [], open: null, isMeasured: false, mayGoOn: false, first, doubt: null };
  for (const mark of marks) {
    if (reading.open === null) readFirst(reading, mark);
    else readSecond(reading, reading.open, mark);
  }
  if (reading.open !== null) leaveOpen(reading, reading.open);
  const { pairs, doubt } = reading;
  return doubt === null ? pairs : [...pairs, { ...doubt, aside: 'unclosed' }];
}

function readFirst(reading: Reading, mark: QuotationMark): void {
  if (mark.inches && !(reading.mayGoOn && mark.final)) return;
  if (mark.end === 'closing') addDoubt(reading, firstBefore(reading, mark), mark.at);
  else open(reading, mark);
}

function readSecond(reading: Reading, opener: QuotationMark, mark: QuotationMark): void {
  if (mark.end === 'opening') {
    leaveOpen(reading, opener);
    open(reading, mark);
  } else if (mark.inches && (reading.isMeasured || holdsSentences(reading, opener, mark))) {
    reading.isMeasured = true;
  } else close(reading, opener, mark);
}

function open(reading: Reading, mark: QuotationMark): void {
  reading.open = mark;
  reading.isMeasured = false;
}

function close(reading: Reading, opener: QuotationMark, closer: QuotationMark): void {
  const isQuote =
    opener.end === 'opening' &&
    closer.end === 'closing' &&
    !reading.isMeasured &&
    !PARAGRAPH.test(reading.text.slice(opener.at, closer.at));
  reading.pairs.push({ from: opener.at, to: closer.at, aside: isQuote ? 'quote' : 'unclosed' });
  reading.open = null;
  reading.mayGoOn = closer.inches;
}

/** What looks alike at both ends may as well have closed something before. */
function leaveOpen(reading: Reading, mark: QuotationMark): void {
  addDoubt(reading, mark.end === 'opening' ? mark.at : firstBefore(reading, mark), reading.text.length);
}

function firstBefore({ first }: Reading, { at }: QuotationMark): number {
  return first < at ? first : 0;
}

/** All doubts about marks of a kind are one, so that a text is gone through once. */
function addDoubt(reading: Reading, from: number, to: number): void {
  const { doubt } = reading;
  reading.doubt = doubt === null ? { from, to } : { from: Math.min(doubt.from, from), to: Math.max(doubt.to, to) };
}

function holdsSentences({ text }: Reading, opener: QuotationMark, closer: QuotationMark): boolean {
  return text.slice(opener.at, closer.at).search(SENTENCE_END) !== -1;
}
