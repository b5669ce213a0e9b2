const BACKTICK = 0x60;

/** Tells of a stretch of text: `[from, to)` in UTF-16 units. */
export type TellRange = (from: number, to: number) => void;

/**
 * Finds the code spans and HTML comments inside paragraphs, leftmost first. An unclosed one is literal text. Linear, and
 * with no object per span and no buffer per paragraph: a text can be made of either.
 */
export class InlineScan {
  #starts = new Int32Array(64);
  #ends = new Int32Array(64);
  /** Where the span that a run of backticks opens would end; -1 where nothing closes it. */
  #closes = new Int32Array(64);
  /** By length: where the next run of that length ends, -1 for none. */
  #latest = new Int32Array(64).fill(-1);

  tell(text: string, [from, to]: readonly [from: number, to: number], tell: TellRange): void {
    const count = this.#readRuns(text, from, to);
    // Searching stays inside the paragraph, or many paragraphs would each search the whole text.
    const paragraph = text.slice(from, to);
    const comment = { start: -1, close: 0 };
    let run = 0;
    let position = from;
    while (position < to) {
      // What begins inside an earlier span is its content.
      while (run < count && (at(this.#starts, run) < position || at(this.#closes, run) < 0)) run += 1;
      const code = run < count ? at(this.#starts, run) : to;
      if (comment.start < position - from) findComment(paragraph, position - from, comment);
      const start = Math.min(code, from + comment.start);
      if (start === to) return;
      position = start === code ? at(this.#closes, run) : from + comment.close;
      tell(start, position);
    }
  }

  /** How many runs of backticks there are. A run closes at the next run of its own length. */
  #readRuns(text: string, from: number, to: number): number {
    let count = 0;
    for (let place = from; place < to; place += 1) {
      if (text.charCodeAt(place) !== BACKTICK) continue;
      const start = place;
      while (place < to && text.charCodeAt(place) === BACKTICK) place += 1;
      this.#addRun(count, start, place);
      count += 1;
    }
    for (let run = count - 1; run >= 0; run -= 1) {
      const end = at(this.#ends, run);
      const length = end - at(this.#starts, run);
      this.#closes[run] = at(this.#latest, length);
      this.#latest[length] = end;
    }
    for (let run = 0; run < count; run += 1) this.#latest[at(this.#ends, run) - at(this.#starts, run)] = -1;
    return count;
  }

  #addRun(index: number, start: number, end: number): void {
    if (index === this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#ends = grown(this.#ends);
      this.#closes = grown(this.#closes);
    }
    if (end - start >= this.#latest.length) this.#latest = new Int32Array((end - start) * 2).fill(-1);
    this.#starts[index] = start;
    this.#ends[index] = end;
  }
}

function at(places: Int32Array, index: number): number {
  return places[index] ?? 0;
}

function grown(places: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(places.length * 2);
  larger.set(places);
  return larger;
}

/**
 * Puts the next closed comment at or after `place` into `comment`; one that begins at the paragraph's end where there is
 * none. Ask in text order: each search goes on from the last.
 */
function findComment(paragraph: string, place: number, comment: { start: number; close: number }): void {
  const start = paragraph.indexOf('<!--', place);
  const begins = start + 4;
  if (start >= 0 && comment.close - 3 < begins) comment.close = paragraph.indexOf('-->', begins) + 3;
  comment.start = start < 0 || comment.close < begins ? paragraph.length : start;
}
