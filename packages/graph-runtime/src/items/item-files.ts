import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { type ItemFiles } from '@the-loop/graph-core';
import { type ItemPaths } from './item-paths.ts';
import { isAbsent, readTextFile } from './read-text-file.ts';

/** `pr-loops/<repository>/pr-<n>/graph-state.json` is what is furthest down. */
const maxDepth = 2;

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

  function readNow(path: string): string | null {
    const known = texts.get(path);
    if (known !== undefined) return known;
    const text = readTextFile(paths.inside(id, path), posix.join(base, path));
    texts.set(path, text);
    return text;
  }

  function listNow(directory: string): string[] {
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
