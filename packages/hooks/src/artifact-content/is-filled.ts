import { type Block, withoutHtmlComments } from '@the-loop/markdown';

const PLACEHOLDER = /^(?:tbd|tba|todo|to do|\.{3}|\u2026|not yet executed|<[^<>]*>)[.!]?$/i;
const GUIDANCE =
  /^[\s*_[(!]*(?:template|guidance|instructions?|note to (?:the )?author|replace|delete|remove|fill in|describe)\b/i;
const PICTURE = /<(?:img|video|picture|svg|table)\b/i;

/**
 * Whether a piece of a document says something: headings, table heads, HTML comments, template guidance and placeholder
 * words do not. With `allowPlaceholder` a placeholder is enough.
 */
export function isFilled(block: Block, allowPlaceholder: boolean): boolean {
  switch (block.kind) {
    case 'heading':
    case 'rule':
    case 'table-head':
      return false;
    case 'html':
      return isVisibleHtml(withoutHtmlComments(block.text), allowPlaceholder);
    case 'table-row':
      return isFilledRow(block.text.split('\t'), allowPlaceholder);
    case 'code':
      return says(block.text.trim(), allowPlaceholder);
    case 'text':
      return !(block.quoted && GUIDANCE.test(block.text)) && isFilledText(block.text, allowPlaceholder);
  }
}

function isVisibleHtml(html: string, allowPlaceholder: boolean): boolean {
  return PICTURE.test(html) || says(html.replace(/<[^<>]*>/g, ' ').trim(), allowPlaceholder);
}

/** The first cell of a row is often only a number or a name. */
function isFilledRow(cells: readonly string[], allowPlaceholder: boolean): boolean {
  const telling = cells.length > 1 ? cells.slice(1) : cells;
  return telling.some((cell) => isFilledText(cell, allowPlaceholder));
}

function isFilledText(text: string, allowPlaceholder: boolean): boolean {
  return withoutHtmlComments(text)
    .split('\n')
    .some((line) => says(withoutMarks(line), allowPlaceholder));
}

/** A line of a list or paragraph without its box and emphasis. */
function withoutMarks(line: string): string {
  return line
    .trim()
    .replace(/^\[[ xX]?\]\s*/, '')
    .replaceAll(/[*_`]/g, '')
    .trim();
}

/** A label is not content, and neither is a label with a placeholder. */
function says(text: string, allowPlaceholder: boolean): boolean {
  if (text === '') return false;
  if (allowPlaceholder) return true;
  const label = /^[^:<>\n]{1,60}:(?:\s|$)/.exec(text);
  const value = label === null ? text : text.slice(label[0].length).trim();
  return value !== '' && !PLACEHOLDER.test(value) && !PLACEHOLDER.test(text);
}
