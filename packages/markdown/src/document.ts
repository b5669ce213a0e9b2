import MarkdownIt from 'markdown-it';

type Token = ReturnType<MarkdownIt['parse']>[number];

/** A text taken apart into lines and CommonMark blocks. Line numbers start at 0. */
export interface ParsedDocument {
  readonly lines: readonly string[];
  /** Blocks in order; opening and closing tokens of containers surround what they hold. */
  readonly tokens: readonly Token[];
}

/** Titles longer than this keep their markup: reading inline Markdown is not worth its price there. */
const LONGEST_TITLE = 1_000;

let parser: MarkdownIt | undefined;

/** Built on first use, so that importing the package stays cheap. Link reference definitions stay ordinary text. */
function blockParser(): MarkdownIt {
  if (parser === undefined) {
    parser = new MarkdownIt({ html: true });
    parser.core.ruler.enableOnly(['normalize', 'block']);
    parser.block.ruler.disable('reference');
  }
  return parser;
}

/** Without a byte-order mark, and with `\n` as the only line end. */
export function normalizeLines(text: string): string {
  const start = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return start.includes('\r') ? start.replace(/\r\n?/g, '\n') : start;
}

/** Reads the block structure. Never throws. */
export function parseBlocks(text: string): ParsedDocument {
  const normalized = normalizeLines(text);
  return { lines: normalized.split('\n'), tokens: blockParser().parse(normalized, {}) };
}

/** Nothing among these means anything to inline Markdown. */
const PLAIN = /^[A-Za-z0-9 ,.()-]*$/;

/** The text of inline Markdown as a reader sees it, with runs of blanks as one. */
export function plainText(markup: string): string {
  if (markup.length > LONGEST_TITLE || PLAIN.test(markup)) return collapse(markup);
  const tokens: Token[] = [];
  const markdown = blockParser();
  markdown.inline.parse(markup, markdown, {}, tokens);
  return collapse(tokens.map(visibleText).join(''));
}

function visibleText(token: Token): string {
  if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
  if (token.type === 'html_inline') return '';
  return token.content;
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
