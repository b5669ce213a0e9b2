import { codeSpans } from './html-comments.ts';

/** Lines of one block, the end not included. Backticks make code in it where it is inline text. */
export interface BlockLines {
  readonly start: number;
  readonly end: number;
  readonly inline: boolean;
}

/** A tag by its place in the whole text. */
interface Tag {
  readonly name: string;
  readonly closes: boolean;
  readonly from: number;
  readonly to: number;
}

/** Elements whose text is quoted, shown or struck, and so is not said. */
const TAG = /<(\/?)(blockquote|pre|del|strike|s)(?:[\s/][^<>]*)?>/i;
const TAGS = new RegExp(TAG, 'gi');

/**
 * Lines without what stands in HTML quotations, up to their end tags, whatever blocks they take in. One that is never
 * closed reaches to the end. The number of lines stays.
 */
export function withoutQuotedHtml(lines: readonly string[], blocks: readonly BlockLines[]): readonly string[] {
  const text = lines.join('\n');
  if (!TAG.test(text)) return lines;
  const starts = lineStarts(lines);
  const tags = blocks.flatMap(({ start, end, inline }) => {
    const from = starts[start] ?? text.length;
    return tagsIn(text.slice(from, starts[end]), from, inline);
  });
  return withoutRanges(text, quotations(tags, text.length)).split('\n');
}

function lineStarts(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

function tagsIn(text: string, offset: number, inline: boolean): Tag[] {
  const code = inline ? codeRanges(text) : [];
  let next = 0;
  return [...text.matchAll(TAGS)].flatMap(({ 0: tag, 1: slash, 2: name = '', index }) => {
    while ((code[next]?.to ?? Infinity) <= index) next += 1;
    if ((code[next]?.from ?? Infinity) < index) return [];
    const from = offset + index;
    return [{ name: name.toLowerCase(), closes: slash === '/', from, to: from + tag.length }];
  });
}

function codeRanges(text: string): { from: number; to: number }[] {
  const spanEnd = codeSpans(text);
  const ranges: { from: number; to: number }[] = [];
  for (const { index } of text.matchAll(/`+/g)) {
    const to = spanEnd(index);
    if (to !== null && index >= (ranges.at(-1)?.to ?? 0)) ranges.push({ from: index, to });
  }
  return ranges;
}

/** From each outermost opening tag to the end tag that belongs to it. */
function quotations(tags: readonly Tag[], length: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let opened: Tag | undefined;
  let depth = 0;
  for (const tag of tags) {
    if (opened === undefined ? tag.closes : tag.name !== opened.name) continue;
    opened ??= tag;
    depth += tag.closes ? -1 : 1;
    if (depth > 0) continue;
    found.push({ from: opened.from, to: tag.to });
    opened = undefined;
  }
  return opened === undefined ? found : [...found, { from: opened.from, to: length }];
}

function withoutRanges(text: string, ranges: readonly { from: number; to: number }[]): string {
  let result = '';
  let at = 0;
  for (const { from, to } of ranges) {
    result += text.slice(at, from) + text.slice(from, to).replace(/[^\n]+/g, '');
    at = to;
  }
  return result + text.slice(at);
}
