import { InlineScan, type TellRange } from './inline-ranges.ts';

/** A stretch of text: `[from, to)` in UTF-16 units. */
type Range = readonly [from: number, to: number];

interface Line {
  readonly from: number;
  /** Without the line break. */
  readonly to: number;
  /** First position of the next line. */
  readonly next: number;
}

interface Fence {
  readonly char: string;
  readonly length: number;
}

/**
 * Finds what Markdown does not show as the author's own prose: fenced, indented and inline code, HTML comments and
 * quoted lines. Ranges are in order and do not overlap. One pass, linear in the text.
 */
export function maskedRanges(text: string): readonly Range[] {
  const scan = new MaskScan(text);
  scan.readTo(text.length);
  return Array.from({ length: scan.starts.length }, (_, index) => [scan.starts[index] ?? 0, scan.ends[index] ?? 0]);
}

/** The same, read only as far as somebody asks. */
export class MaskScan {
  /** Where what is masked begins, in the part that was read; and where each ends. Side by side, for there can be many. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly #text: string;
  readonly #inline = new InlineScan();
  #position = 0;
  #fence: Fence | null = null;
  #paragraph: number | null = null;
  /** The end of the line that was looked at last: a line with many comments is read in as many pieces. */
  #lineEnd = -1;
  #afterBlank = true;
  #inList = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads on until everything before `place` is settled, hence to the end of its paragraph. */
  readTo(place: number): void {
    const { length } = this.#text;
    while (this.#position < length && (this.#position <= place || this.#paragraph !== null)) {
      this.#position = this.#read(this.#lineAt(this.#position));
    }
    if (this.#position >= length) this.#flush(length);
  }

  /** Reads one line and says where the next one begins. */
  #read(line: Line): number {
    const content = this.#text.slice(line.from, line.to);
    if (this.#fence !== null) return this.#fenced(line, content, this.#fence);
    const kind = lineKind(content, this.#afterBlank && !this.#inList);
    if (kind === 'comment') return this.#comment(line, line.from + content.indexOf('<!--'));
    if (kind === 'prose') this.#prose(line, content);
    else this.#flush(line.from);
    if (kind !== 'prose' && kind !== 'blank') this.#mask(line.from, line.next);
    if (typeof kind === 'object') this.#fence = kind;
    this.#afterBlank = kind === 'blank' || kind === 'code';
    return line.next;
  }

  #lineAt(from: number): Line {
    const text = this.#text;
    if (this.#lineEnd < from) {
      const feed = text.indexOf('\n', from);
      this.#lineEnd = feed < 0 ? text.length : feed;
    }
    const end = this.#lineEnd;
    const to = end > from && text[end - 1] === '\r' ? end - 1 : end;
    return { from, to, next: Math.min(end + 1, text.length) };
  }

  /** Ends the paragraph before `to`: code spans and inline comments stay within one. */
  #flush(to: number): void {
    if (this.#paragraph === null) return;
    this.#inline.tell(this.#text, [this.#paragraph, to], this.#mask);
    this.#paragraph = null;
  }

  /** A stretch that begins where the last one ends goes on with it. */
  readonly #mask: TellRange = (from, to) => {
    const last = this.ends.length - 1;
    if (this.ends[last] === from) {
      this.ends[last] = to;
      return;
    }
    this.starts.push(from);
    this.ends.push(to);
  };

  #fenced(line: Line, content: string, fence: Fence): number {
    this.#mask(line.from, line.next);
    if (closes(content, fence)) this.#fence = null;
    return line.next;
  }

  /** A comment that begins a line runs across blank lines; an unclosed one runs to the end. */
  #comment(line: Line, start: number): number {
    this.#flush(line.from);
    const close = this.#text.indexOf('-->', start + 4);
    const to = close < 0 ? this.#text.length : close + 3;
    this.#mask(start, to);
    this.#afterBlank = false;
    return to;
  }

  #prose(line: Line, content: string): void {
    if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/.test(content)) this.#inList = true;
    else if (this.#afterBlank && /^\S/.test(content)) this.#inList = false;
    this.#paragraph ??= line.from;
  }
}

function lineKind(content: string, mayBeCode: boolean): 'blank' | 'code' | 'quote' | 'comment' | 'prose' | Fence {
  const trimmed = content.trimStart();
  if (trimmed === '') return 'blank';
  if (trimmed.startsWith('>')) return 'quote';
  const fence = opening(trimmed);
  if (fence !== null) return fence;
  if (mayBeCode && /^(?: {4}| {0,3}\t)/.test(content)) return 'code';
  return trimmed.startsWith('<!--') ? 'comment' : 'prose';
}

/** The fence that a line opens. A fence may stand in a list item, hence behind its marker and at any depth. */
function opening(trimmed: string): Fence | null {
  const [, run] = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/.exec(trimmed) ?? [];
  return run === undefined ? null : { char: run.charAt(0), length: run.length };
}

function closes(content: string, fence: Fence): boolean {
  const trimmed = content.trim();
  return trimmed.length >= fence.length && trimmed === fence.char.repeat(trimmed.length);
}
