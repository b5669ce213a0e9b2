import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ItemFiles } from '@the-loop/graph-core';
import { type ItemPaths } from './item-paths.ts';
import { isAbsent, readTextFile, readUnlinkedFile, textOf } from './read-text-file.ts';

/** `pr-loops/<repository>/pr-<n>/graph-state.json` is what is furthest down. */
const maxDepth = 2;

/** A file of the item's own directory, which only a link could lead out of. */
const plainName = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

function listBelow(absolute: string, shown: string, depth: number): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(absolute, { withFileTypes: true })) {
    const name = posix.join(shown, entry.name);
    if (entry.isFile()) found.push(name);
    if (entry.isDirectory() && depth < maxDepth) found.push(...listBelow(`${absolute}/${entry.name}`, name, depth + 1));
  }
  return found;
}

/**
 * The files of one item as hooks see them. Each is read once: one answer never mixes two versions of a file.
 * Throws `ITEM_PATH_ESCAPES` for a path, or a link, that leads out of the item's directory.
 */
export function createItemFiles(paths: ItemPaths, id: string): ItemFiles {
  const texts = new Map<string, string | null>();
  const base = paths.itemDirectory(id);

  let own = '';

  function ownDirectory(): string {
    if (own === '') own = paths.inside(id, '.');
    return own;
  }

  function readAnew(path: string): string | null {
    const shown = posix.join(base, path);
    const bytes = plainName.test(path) ? readUnlinkedFile(join(ownDirectory(), path), shown) : 'link';
    return bytes === 'link' ? readTextFile(paths.inside(id, path), shown) : textOf(bytes, shown);
  }

  function readNow(path: string): string | null {
    const known = texts.get(path);
    if (known !== undefined) return known;
    const text = readAnew(path);
    texts.set(path, text);
    return text;
  }

  function listNow(directory: string): string[] {
    if (plainName.test(directory) && !existsSync(join(ownDirectory(), directory))) return [];
    try {
      return listBelow(paths.inside(id, directory), directory, 0).sort();
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  }

  return {
    read: (path) => Promise.resolve().then(() => readNow(path)),
    list: (directory) => Promise.resolve().then(() => listNow(directory)),
  };
}
