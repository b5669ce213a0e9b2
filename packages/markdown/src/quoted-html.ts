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
  /** Where its block ends. */
  readonly blockEnd: number;
}

/** A stretch of the text. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Elements whose text is quoted, shown or struck, and so is not said. */
const TAG = /<(\/?)(blockquote|pre|del|strike|s)(?:[\s/][^<>]*)?>/i;
const TAGS = new RegExp(TAG, 'gi');

/**
 * Lines without what stands in HTML quotations, up to their end tags, whatever blocks they take in. One that is never
 * closed reaches to the end of its paragraph. The number of lines stays.
 */
export function withoutQuotedHtml(lines: readonly string[], blocks: readonly BlockLines[]): readonly string[] {
  const text = lines.join('\n');
  if (!TAG.test(text)) return lines;
  const starts = lineStarts(lines);
  const tags = blocks.flatMap(({ start, end, inline }) => {
    const from = starts[start] ?? text.length;
    return tagsIn(text.slice(from, starts[end]), from, inline);
  });
  return withoutRanges(text, quotations(tags, text)).split('\n');
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
    if ((code[next]?.from ?? Infinity) < index || (inline && isEscaped(text, index))) return [];
    const from = offset + index;
    return [
      { name: name.toLowerCase(), closes: slash === '/', from, to: from + tag.length, blockEnd: offset + text.length },
    ];
  });
}

function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text[start - 1] === '\\') start -= 1;
  return (index - start) % 2 === 1;
}

function codeRanges(text: string): Range[] {
  const spanEnd = codeSpans(text);
  const ranges: Range[] = [];
  for (const { index } of text.matchAll(/`+/g)) {
    const to = spanEnd(index);
    if (to !== null && index >= (ranges.at(-1)?.to ?? 0)) ranges.push({ from: index, to });
  }
  return ranges;
}

/** From each outermost opening tag to the end tag that belongs to it, or to the end of its paragraph. */
function quotations(tags: readonly Tag[], text: string): Range[] {
  const closing = endTags(tags);
  const found: Range[] = [];
  for (const tag of tags) {
    if (tag.closes || tag.from < (found.at(-1)?.to ?? 0)) continue;
    found.push({ from: tag.from, to: closing.get(tag)?.to ?? paragraphEnd(tag, text) });
  }
  return found;
}

/** The end tag of each opening tag that has one. */
function endTags(tags: readonly Tag[]): Map<Tag, Tag> {
  const found = new Map<Tag, Tag>();
  const opened = new Map<string, Tag[]>();
  for (const tag of tags) {
    const open = opened.get(tag.name) ?? [];
    opened.set(tag.name, open);
    const start = tag.closes ? open.pop() : undefined;
    if (start !== undefined) found.set(start, tag);
    if (!tag.closes) open.push(tag);
  }
  return found;
}

function paragraphEnd({ to, blockEnd }: Tag, text: string): number {
  const blank = text.slice(to, blockEnd).search(/\n[ \t]*\n/);
  return blank === -1 ? blockEnd : to + blank;
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
  let result = '';
  let at = 0;
  for (const { from, to } of ranges) {
    result += text.slice(at, from) + text.slice(from, to).replace(/[^\n]+/g, '');
    at = to;
  }
  return result + text.slice(at);
}
