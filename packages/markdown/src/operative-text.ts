import { type ParsedDocument, parseBlocks } from './document.ts';
import { withoutHtmlComments, withoutInlineComments } from './html-comments.ts';
import { HINTS_AT_MAIL, mailTail } from './mail-tail.ts';
import { type BlockLines, withoutQuotedHtml } from './quoted-html.ts';

type Token = ParsedDocument['tokens'][number];

/** Without one of these a comment holds nothing that is to be left out. */
const NOTEWORTHY = /[<`~>]|^(?: {4}|\t)/m;
/** Tokens whose lines may hold HTML. Cells of a table have no lines of their own. */
const MARKED_UP: ReadonlySet<string> = new Set(['html_block', 'inline', 'tr_open']);
const LIST_MARKERS = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/;

/**
 * What a comment itself says: without HTML comments, code blocks, quotations and e-mail reply tails. Inline code
 * keeps its content, and a line that merely follows a quote is not quoted. Lines that are left out become empty.
 */
export function operativeText(comment: string): string {
  const document = parseBlocks(comment);
  const { lines } = document;
  const plain = lines.join('\n');
  if (!NOTEWORTHY.test(plain) && !HINTS_AT_MAIL.test(plain)) return plain.trimEnd();
  const kept = [...lines];
  for (const token of document.tokens) keepOperative(token, kept);
  for (const token of document.tokens) dropQuoted(token, lines, kept);
  const said = withoutQuotedHtml(kept, document.tokens.flatMap(markedUpLines));
  return said.slice(0, mailTail(said)).join('\n').trimEnd();
}

function markedUpLines({ type, map }: Token): BlockLines[] {
  if (map === null || !MARKED_UP.has(type)) return [];
  return [{ start: map[0], end: map[1], inline: type !== 'html_block' }];
}

function keepOperative(token: Token, kept: string[]): void {
  if (token.map === null) return;
  const [start, end] = token.map;
  if (token.type === 'fence' || token.type === 'code_block') kept.fill('', start, end);
  if (!MARKED_UP.has(token.type)) return;
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
