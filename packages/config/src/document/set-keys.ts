import { isDeepStrictEqual } from 'node:util';
import { LoopError } from '@the-loop/graph-core';
import { type Document, isCollection, isMap, isNode, isScalar, isSeq } from 'yaml';
import { type ConfigErrorCode } from '../errors.ts';
import { formatKey } from './config-problem.ts';
import { isMapping, readDocument } from './yaml-document.ts';

/** One change: `undefined` removes the key. Mappings and lists are replaced as a whole. */
export interface ConfigEdit {
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** Applies edits to a YAML text; comments stay. See `setKeys`. */
export function editText(text: string, edits: readonly ConfigEdit[]): string {
  const read = readDocument(text, 'the configuration');
  if ('problems' in read) throw refused('it is not valid YAML', '');
  let intended: unknown = structuredClone(read.value);
  for (const edit of edits) {
    intended = changeValue(intended, edit.keys, edit.value);
    changeDocument(read.document, edit);
  }
  const { document } = read;
  const indentSeq = !/^( *)[\w-]+:[ \t]*\r?\n\1- /m.test(text);
  const written = isEmpty(document)
    ? ''
    : document.toString({ lineWidth: 0, indentSeq, flowCollectionPadding: /[[{] \S/.test(text) });
  const again = readDocument(written, 'the configuration');
  if ('problems' in again || !isDeepStrictEqual(again.value, intended))
    throw refused('the edit would change more than asked', '');
  return written;
}

function isEmpty(document: Document.Parsed): boolean {
  return (
    isMap(document.contents) &&
    document.contents.items.length === 0 &&
    document.commentBefore === null &&
    document.comment === null
  );
}

function changeValue(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  const mapping = value ?? {};
  if (!isMapping(mapping)) throw refused('a value stands where the edit needs a mapping', key);
  const { [key]: before, ...others } = mapping;
  if (to !== undefined) return { ...mapping, [key]: changeValue(before, rest, to) };
  if (rest.length === 0) return others;
  return before === undefined ? mapping : { ...mapping, [key]: changeValue(before, rest, to) };
}

function changeDocument(document: Document.Parsed, { keys, value }: ConfigEdit): void {
  if (value === undefined) {
    if (document.hasIn(keys)) document.deleteIn(keys);
    return;
  }
  fillParents(document, keys);
  const node = document.createNode(value);
  const before = document.getIn(keys, true);
  if (isSeq(node)) node.flow = isSeq(before) ? before.flow === true : node.items.every((item) => isScalar(item));
  if (isNode(before)) {
    const { comment, commentBefore, spaceBefore } = before;
    Object.assign(node, { comment, commentBefore, spaceBefore });
  }
  document.setIn(keys, node);
}

/** Makes a mapping of every parent that is written and left empty. */
function fillParents(document: Document.Parsed, keys: readonly string[]): void {
  for (let depth = 1; depth < keys.length; depth += 1) {
    const parent = keys.slice(0, depth);
    const node = document.getIn(parent, true);
    if (isScalar(node) && node.value === null) document.setIn(parent, document.createNode({}));
    else if (node !== undefined && !isCollection(node)) {
      throw refused('a value stands where the edit needs a mapping', formatKey(parent));
    }
  }
}

function refused(why: string, key: string): LoopError<ConfigErrorCode> {
  const where = key === '' ? '' : ` at "${key}"`;
  return new LoopError('CONFIG_EDIT_REFUSED', `The configuration was not changed${where}: ${why}.`, {
    remedy: 'Edit the file by hand, then run: the-loop config check',
  });
}
