import { parseDocument } from 'yaml';
import { normalizeLines } from './document.ts';
import { remember } from './remember.ts';

/** What stands between the two `---` lines at the top of a document, and what follows them. */
export interface FrontMatter {
  /** Empty when there is none, or when it is malformed. Values are those of a YAML 1.2 reader: dates stay text. */
  readonly data: Record<string, unknown>;
  /** The text below the block, with `\n` line ends and no byte-order mark; all of it when there is no block. */
  readonly body: string;
  /** The document begins like front matter that is not ended, not YAML, or not a mapping. */
  readonly malformed: boolean;
}

/** The same as lines: where the body begins, counted from 0. */
interface FrontMatterLines {
  readonly lines: readonly string[];
  /** Lines between the delimiters; null when there is no block. */
  readonly block: readonly string[] | null;
  readonly bodyStart: number;
  readonly unterminated: boolean;
}

const DELIMITER = /^---[ \t]*$/;
/** Nobody writes more by hand, and reading YAML is slow. */
const LONGEST_BLOCK = 65_536;
/** Front matter has no use for aliases; a few are harmless, many are an attack. */
const MAX_ALIASES = 10;

/** Words only: no mark of YAML is among the characters, and the value does not end with a blank. */
const PLAIN_LINE =
  /^([A-Za-z][A-Za-z0-9_]{0,99}): (0|[1-9]\d{0,14}|[A-Za-z](?:[A-Za-z0-9 ._/]{0,999}[A-Za-z0-9._/])?)$/;
const SPECIAL = /^(?:true|false|null)$/i;

/** Reads the front matter of an artifact. Never throws: what cannot be read is `malformed`. */
export function readFrontMatter(text: string): FrontMatter {
  const { lines, block, bodyStart, unterminated } = splitFrontMatter(text);
  const body = bodyStart === 0 ? lines.join('\n') : lines.slice(bodyStart).join('\n');
  if (block === null) return { data: {}, body, malformed: unterminated };
  const source = block.join('\n');
  const data = source.length > LONGEST_BLOCK ? null : (readPlainMapping(block) ?? readMapping(source));
  return { data: data ?? {}, body, malformed: data === null };
}

/** Finds the block without reading its YAML. */
export const splitFrontMatter: (text: string) => FrontMatterLines = remember((text) => {
  const lines = normalizeLines(text).split('\n');
  if (!DELIMITER.test(lines[0] ?? '')) return { lines, block: null, bodyStart: 0, unterminated: false };
  const end = lines.findIndex((line, index) => index > 0 && DELIMITER.test(line));
  if (end === -1) return { lines, block: null, bodyStart: 0, unterminated: true };
  return { lines, block: lines.slice(1, end), bodyStart: end + 1, unterminated: false };
});

/**
 * What nearly every front matter is: a word or a whole number for each key, which needs no YAML reader. Null when anything
 * is left that YAML might read in another way.
 */
function readPlainMapping(lines: readonly string[]): Record<string, unknown> | null {
  const data: Record<string, unknown> = {};
  for (const line of lines) {
    const [, key = '', text = ''] = PLAIN_LINE.exec(line) ?? [];
    if (key === '' || Object.hasOwn(data, key) || SPECIAL.test(key) || SPECIAL.test(text)) return null;
    data[key] = /^\d/.test(text) ? Number(text) : text;
  }
  return data;
}

/** A mapping, or null when the text is anything else. An empty text is the empty mapping. */
function readMapping(source: string): Record<string, unknown> | null {
  try {
    const document = parseDocument(source, { logLevel: 'silent' });
    if (document.errors.length > 0) return null;
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (value === null || value === undefined) return {};
    return isMapping(value) ? value : null;
  } catch {
    // The reader throws on too many aliases and on nesting deeper than the stack.
    return null;
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
