/** A part of a text between marks of quotation, or one of which nobody can tell. The end is left out. */
export interface QuotedRegion {
  readonly from: number;
  readonly to: number;
  readonly aside: 'quote' | 'unclosed';
}

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
/** Kinds whose marks look alike at both ends, so that what stands around one says which end it is. */
const SYMMETRIC: ReadonlySet<string> = new Set(['"', '`']);
/** Kinds that stand for inches behind a number. */
const INCHES: ReadonlySet<string> = new Set(['"', '\u201C']);
const BEHIND_CLOSING = /[\s.,;:!?)\]}\u2026]/;
const PARAGRAPH = /\n[^\S\n]*\n/;
const SENTENCE_INSIDE = /[.!?]\s/;

/**
 * What marks of quotation stand around. Inch marks quote nothing. A pair that spans paragraphs, marks that are not closed, and
 * one that closes what nothing has opened leave a doubt.
 */
export function quotedRegions(text: string): QuotedRegion[] {
  const marks = new Map<string, number[]>();
  for (let at = 0; at < text.length; at += 1) {
    const kind = QUOTES[text.charAt(at)];
    if (kind === undefined) continue;
    const places = marks.get(kind) ?? [];
    marks.set(kind, places);
    places.push(at);
  }
  return [...marks].flatMap(([kind, places]) => regionsOfKind(text, kind, places));
}

/** What was read of the marks of one kind so far. */
interface Reading {
  readonly regions: QuotedRegion[];
  open: number | null;
  last: number | null;
}

function regionsOfKind(text: string, kind: string, places: readonly number[]): QuotedRegion[] {
  const reading: Reading = { regions: [], open: null, last: null };
  for (const at of places) {
    const end = SYMMETRIC.has(kind) ? endOf(text, at) : 'either';
    if (reading.open !== null) readSecond(reading, { at, end, span: text.slice(reading.open, at) });
    else if (!isInches(text, kind, at)) readFirst(reading, at, end);
    reading.last = at;
  }
  const { regions, open } = reading;
  return open === null ? regions : [...regions, { from: open, to: text.length, aside: 'unclosed' }];
}

type End = 'opening' | 'closing' | 'either';

function readFirst(reading: Reading, at: number, end: End): void {
  if (end !== 'closing' || reading.last === null) reading.open = at;
  else reading.regions.push({ from: reading.last, to: at, aside: 'unclosed' });
}

function readSecond(
  reading: Reading,
  { at, end, span }: { readonly at: number; readonly end: End; readonly span: string },
): void {
  const isPair = end !== 'opening' && isCredible(span);
  reading.regions.push({ from: at - span.length, to: at, aside: isPair ? 'quote' : 'unclosed' });
  reading.open = end === 'opening' ? at : null;
}

function endOf(text: string, at: number): End {
  const [before, behind] = [text.charAt(at - 1), text.charAt(at + 1)];
  if (/^\s?$/.test(before)) return /^\s?$/.test(behind) ? 'either' : 'opening';
  return behind === '' || BEHIND_CLOSING.test(behind) ? 'closing' : 'either';
}

function isInches(text: string, kind: string, at: number): boolean {
  return INCHES.has(kind) && /\d/.test(text.charAt(at - 1));
}

/** Whether marks belong together, judged by what they stand around. A number before the closing one makes it an inch mark as likely. */
function isCredible(span: string): boolean {
  if (PARAGRAPH.test(span)) return false;
  return !(/\d$/.test(span) && SENTENCE_INSIDE.test(span));
}
