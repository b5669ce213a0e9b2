/** A stretch of text: `[from, to)` in UTF-16 units. */
export type Range = readonly [from: number, to: number];

/** Places where a span could begin, in order, and where each would end. Numbers side by side, for there can be many. */
interface Spans {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Code spans and HTML comments inside one paragraph, leftmost first. An unclosed one is literal text. Linear. */
export function inlineRanges(text: string, [from, to]: Range): Range[] {
  // Searching stays inside the paragraph, or many paragraphs would each search the whole text.
  const paragraph = text.slice(from, to);
  const code = codeSpans(paragraph);
  const comments = commentSpans(paragraph);
  const ranges: Range[] = [];
  const next = { code: 0, comment: 0, position: 0 };
  while (next.code < code.starts.length || next.comment < comments.starts.length) {
    const isCode = at(code.starts, next.code) < at(comments.starts, next.comment);
    const spans = isCode ? code : comments;
    const index = isCode ? next.code : next.comment;
    const start = at(spans.starts, index);
    if (isCode) next.code += 1;
    else next.comment += 1;
    // What begins inside an earlier span is its content.
    if (start < next.position) continue;
    next.position = at(spans.ends, index);
    ranges.push([from + start, from + next.position]);
  }
  return ranges;
}

function at(places: readonly number[], index: number): number {
  return places[index] ?? Number.POSITIVE_INFINITY;
}

/** A run of backticks closes at the next run of its own length. */
function codeSpans(paragraph: string): Spans {
  const { starts: runStarts, ends: runEnds } = backtickRuns(paragraph);
  const latest = new Map<number, number>();
  const starts: number[] = [];
  const ends: number[] = [];
  for (let index = runStarts.length - 1; index >= 0; index -= 1) {
    const start = at(runStarts, index);
    const end = at(runEnds, index);
    const close = latest.get(end - start);
    latest.set(end - start, end);
    if (close === undefined) continue;
    starts.push(start);
    ends.push(close);
  }
  return { starts: starts.reverse(), ends: ends.reverse() };
}

function backtickRuns(paragraph: string): Spans {
  const starts: number[] = [];
  const ends: number[] = [];
  let place = paragraph.indexOf('`');
  while (place >= 0) {
    starts.push(place);
    while (paragraph[place] === '`') place += 1;
    ends.push(place);
    place = paragraph.indexOf('`', place);
  }
  return { starts, ends };
}

function commentSpans(paragraph: string): Spans {
  const starts: number[] = [];
  const ends: number[] = [];
  let close = 0;
  for (let start = paragraph.indexOf('<!--'); start >= 0; start = paragraph.indexOf('<!--', start + 4)) {
    if (close < start + 4) close = paragraph.indexOf('-->', start + 4);
    if (close < 0) break;
    starts.push(start);
    ends.push(close + 3);
  }
  return { starts, ends };
}
