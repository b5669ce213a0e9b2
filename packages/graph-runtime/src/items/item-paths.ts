import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
import { checkWorkItemId, innerLoopStateDir, type LoopAddress } from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';
import { isAbsent } from './read-text-file.ts';

/** Where the work items of a checkout are. */
export interface ItemPaths {
  /** Relative to the repository, with forward slashes. */
  itemDirectory(id: string): string;
  loopDirectory(address: LoopAddress): string;
  /** The absolute path of something in the item's directory. Throws `ITEM_PATH_ESCAPES` when it leads out of it. */
  inside(id: string, path: string): string;
  /** The absolute directory of all items. */
  root(): string;
  create(id: string, path: string): Promise<string>;
}

function refuseSpecDir(specDir: string): never {
  throw runtimeError('ITEM_SPEC_DIR_ESCAPES', `the spec directory "${specDir}" is not inside the repository`, {
    remedy: 'set workflow.specDir to a relative path without ".."',
  });
}

function checkSpecDir(specDir: string): string {
  const parts = specDir.split('/').filter((part) => part !== '' && part !== '.');
  const bad = parts.length === 0 || parts.includes('..') || parts.some((part) => /[\\\0]/.test(part));
  if (bad || isAbsolute(specDir)) refuseSpecDir(specDir);
  return parts.join('/');
}

/** The real path of the deepest part that exists, with the rest behind it. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isAbsent(error) || dirname(path) === path) throw error;
    return join(realPathOf(dirname(path)), path.slice(dirname(path).length));
  }
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root + sep);
}

function checkRepository(repoRoot: string): string {
  try {
    if (statSync(repoRoot).isDirectory()) return realpathSync.native(repoRoot);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  throw runtimeError('ITEM_REPOSITORY_MISSING', 'the repository is not a directory', {
    remedy: 'pass --repo with the path of a checkout',
  });
}

/** Folders written before keys were lower case are found without regard to case. */
function findFolder(parent: string, name: string): string {
  try {
    const names = readdirSync(parent);
    if (names.includes(name)) return name;
    return names.find((other) => other.toLowerCase() === name.toLowerCase()) ?? name;
  } catch (error) {
    if (isAbsent(error)) return name;
    throw error;
  }
}

/** Paths of a checkout. Throws `ITEM_REPOSITORY_MISSING` and `ITEM_SPEC_DIR_ESCAPES`. */
export function createItemPaths(options: { readonly repoRoot: string; readonly specDir: string }): ItemPaths {
  const specDir = checkSpecDir(options.specDir);
  const repository = checkRepository(options.repoRoot);

  let knownRoot = '';

  /** Looked up once: what is found under it is looked up each time, so a link that replaces it later leads out of it. */
  function root(): string {
    if (knownRoot !== '') return knownRoot;
    const path = join(repository, specDir);
    const real = realPathOf(path);
    if (!isWithin(real, repository)) refuseSpecDir(options.specDir);
    if (existsSync(path)) knownRoot = real;
    return real;
  }

  function itemDirectory(id: string): string {
    checkWorkItemId(id);
    return posix.join(specDir, id);
  }

  function inside(id: string, path: string): string {
    checkWorkItemId(id);
    const item = join(root(), id);
    const real = realPathOf(join(item, path));
    if (!isWithin(real, item) || path.includes('\0')) {
      throw runtimeError('ITEM_PATH_ESCAPES', `${posix.join(specDir, id)}/${path} leads out of the item's directory`);
    }
    return real;
  }

  function loopDirectory(address: LoopAddress): string {
    const item = itemDirectory(address.id);
    if (address.pr === undefined) return item;
    const parts = relative(item, innerLoopStateDir(item, address.pr, address.prRepo)).split(sep);
    const folder = parts.length === 3 ? parts[1] : undefined;
    if (folder !== undefined) parts[1] = findFolder(inside(address.id, 'pr-loops'), folder);
    return posix.join(item, ...parts);
  }

  async function create(id: string, path: string): Promise<string> {
    const directory = inside(id, path);
    await mkdir(directory, { recursive: true });
    return inside(id, path);
  }

  return { itemDirectory, loopDirectory, inside, root, create };
}
