import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { type ConfigProblem } from './config-problem.ts';

/** Larger files are refused: a configuration is written by hand. */
const MAX_BYTES = 1024 * 1024;
/** More uses of one anchor are taken for an attack. */
const MAX_ALIASES = 100;

/** A YAML file read as one mapping, which can tell where each of its keys stands. */
export interface ConfigDocument {
  readonly document: Document.Parsed;
  readonly value: Readonly<Record<string, unknown>>;
  /** Makes a problem at the value of a key, or at the key itself. A key that is not there is placed at its parent. */
  problemAt(keys: readonly (string | number)[], message: string, at: 'key' | 'value'): Omit<ConfigProblem, 'key'>;
}

/** Reads a YAML text that must be one mapping; an empty file is an empty mapping. */
export function readDocument(
  text: string,
  path: string,
): ConfigDocument | { readonly problems: readonly ConfigProblem[] } {
  const whole = (message: string) => ({ problems: [{ path, line: 1, column: 1, key: '', message }] });
  if (Buffer.byteLength(text) > MAX_BYTES) return whole('the file is larger than 1 MiB');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: 'core', merge: false });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    return {
      problems: faults.map(({ code, pos }) => ({ path, ...place(lines, pos[0]), key: '', message: inOurWords(code) })),
    };
  }
  const value = toValue(document);
  if (value === null) return whole('an anchor is used too often or points to itself');
  if (!isMapping(value.js)) return whole(`expected a mapping of keys, got ${typeName(value.js)}`);
  return {
    document,
    value: value.js,
    problemAt: (keys, message, at) => ({ path, ...place(lines, offsetOf(document, keys, at)), message }),
  };
}

/** What a value is, in a person's words. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'number' ? 'a number' : 'text';
}

/** Whether a value is a mapping of keys. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toValue(document: Document.Parsed): { readonly js: unknown } | null {
  try {
    return { js: document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {} };
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}

function inOurWords(code: string): string {
  if (code === 'DUPLICATE_KEY') return 'this key stands twice in one mapping';
  if (code === 'MULTIPLE_DOCS') return 'the file holds more than one document';
  if (code === 'TAB_AS_INDENT') return 'a tab is used for indentation; use spaces';
  return `this is not valid YAML (${code.toLowerCase().replaceAll('_', ' ')})`;
}

function place(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function offsetOf(document: Document.Parsed, keys: readonly (string | number)[], at: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [index, key] of keys.entries()) {
    const found = step(node, key);
    if (found === null) return offset;
    const last = index === keys.length - 1;
    offset = (last && at === 'value' ? startOf(found.value) : found.start) ?? found.start ?? offset;
    node = found.value;
  }
  return offset;
}

function step(node: unknown, key: string | number): { start: number | null; value: unknown } | null {
  if (isMap(node)) {
    const pair = node.items.find((item) => String(isScalar(item.key) ? item.key.value : item.key) === String(key));
    return pair === undefined ? null : { start: startOf(pair.key), value: pair.value };
  }
  if (!isSeq(node) || typeof key !== 'number') return null;
  const value = node.items[key];
  return value === undefined ? null : { start: startOf(value), value };
}

function startOf(node: unknown): number | null {
  return isNode(node) ? ((node as Node).range?.[0] ?? null) : null;
}
