import { parseDocument } from 'yaml';
import { normalizeLines } from './document.ts';

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

/** Reads the front matter of an artifact. Never throws: what cannot be read is `malformed`. */
export function readFrontMatter(text: string): FrontMatter {
  const { lines, block, bodyStart, unterminated } = splitFrontMatter(text);
  const body = bodyStart === 0 ? lines.join('\n') : lines.slice(bodyStart).join('\n');
  if (block === null) return { data: {}, body, malformed: unterminated };
  const data = readMapping(block.join('\n'));
  return { data: data ?? {}, body, malformed: data === null };
}

/** Finds the block without reading its YAML. */
export function splitFrontMatter(text: string): FrontMatterLines {
  const lines = normalizeLines(text).split('\n');
  if (!DELIMITER.test(lines[0] ?? '')) return { lines, block: null, bodyStart: 0, unterminated: false };
  const end = lines.findIndex((line, index) => index > 0 && DELIMITER.test(line));
  if (end === -1) return { lines, block: null, bodyStart: 0, unterminated: true };
  return { lines, block: lines.slice(1, end), bodyStart: end + 1, unterminated: false };
}

/** A mapping, or null when the text is anything else. An empty text is the empty mapping. */
function readMapping(source: string): Record<string, unknown> | null {
  if (source.length > LONGEST_BLOCK) return null;
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
