import { type ParsedDocument, parseBlocks } from './document.ts';
import { withoutHtmlComments, withoutInlineComments } from './html-comments.ts';

type Token = ParsedDocument['tokens'][number];

/** Without one of these a comment holds nothing that is to be left out. */
const NOTEWORTHY = /[<`~>]|^(?: {4}|\t)|wrote:|^-- $|^-{5}/m;
/** Tokens whose lines may hold an HTML comment. Cells of a table have no lines of their own. */
const COMMENTED: ReadonlySet<string> = new Set(['html_block', 'inline', 'tr_open']);
const LIST_MARKERS = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/;

/**
 * What a comment itself says: without HTML comments, code blocks, quoted lines and e-mail reply tails. Inline code
 * keeps its content, and a line that merely follows a quote is not quoted. Lines that are left out become empty.
 */
export function operativeText(comment: string): string {
  const document = parseBlocks(comment);
  const { lines } = document;
  if (!NOTEWORTHY.test(lines.join('\n'))) return lines.join('\n').trimEnd();
  const kept = [...lines];
  for (const token of document.tokens) keepOperative(token, kept);
  for (const token of document.tokens) dropQuoted(token, lines, kept);
  return kept.slice(0, mailTail(kept)).join('\n').trimEnd();
}

function keepOperative(token: Token, kept: string[]): void {
  if (token.map === null) return;
  const [start, end] = token.map;
  if (token.type === 'fence' || token.type === 'code_block') kept.fill('', start, end);
  if (!COMMENTED.has(token.type)) return;
  const text = kept.slice(start, end).join('\n');
  if (!text.includes('<!--')) return;
  const stripped = token.type === 'html_block' ? withoutHtmlComments(text) : withoutInlineComments(text);
  kept.splice(start, end - start, ...stripped.split('\n'));
}

function dropQuoted(token: Token, lines: readonly string[], kept: string[]): void {
  if (token.type !== 'blockquote_open' || token.level > 8 || token.map === null) return;
  for (let line = token.map[0]; line < token.map[1]; line += 1) {
    if (LIST_MARKERS.test(lines[line] ?? '')) kept[line] = '';
  }
}

/** First line of the mail that was answered, or of a signature; the number of lines when there is none. */
function mailTail(lines: readonly string[]): number {
  const start = lines.findIndex((line, index) => opensTail(line, lines[index + 1] ?? ''));
  return start === -1 ? lines.length : start;
}

function opensTail(line: string, following: string): boolean {
  if (line === '-- ' || /^-{5}\s?Original Message\s?-{5}/i.test(line)) return true;
  if (!/^On\s/.test(line) || line.length > 400) return false;
  const attribution =
    line.trimEnd().endsWith('wrote:') || (following.length <= 200 && following.trimEnd().endsWith('wrote:'));
  return attribution && /\d/.test(line);
}
