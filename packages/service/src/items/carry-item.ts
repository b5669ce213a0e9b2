import { cp, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { loadHarnessConfig } from '@the-loop/config';
import { type CarriedItem, loopName } from '@the-loop/dispatcher';
import { specIdFor, type WorkItemRef } from '@the-loop/graph-core';

/** The state of a loop follows from the service's copy; what it says of the old name is not taken along. */
const STATE = /^graph-state\./;

/**
 * Copies an item's artifacts, and the graphs its loops walk, from the checkout that it left to its new one. Files that are
 * there already stay; an item without a folder has nothing to carry.
 */
export async function carryItem({ from, to }: CarriedItem): Promise<void> {
  const source = await folderOf(from);
  const target = await folderOf(to);
  if (source === null || target === null) return;
  const move = { item: from.item, from: from.item, to: to.item, of: 'item', repositoryId: null, holds: false } as const;
  for (const file of await filesBelow(source)) {
    const inner = /^pr-loops\/(.+)\/([^/]+)$/.exec(file);
    const loop = loopName(`${id(from.item)}/${inner?.[1] ?? ''}`, move).slice(id(to.item).length + 1);
    const place = inner === null ? file : `pr-loops/${loop}/${inner[2] ?? ''}`;
    await mkdir(path.dirname(path.join(target, place)), { recursive: true });
    await cp(path.join(source, file), path.join(target, place), { force: false, errorOnExist: false });
  }
}

function id(item: WorkItemRef): string {
  return specIdFor(item) ?? '';
}

async function folderOf({ item, cwd }: CarriedItem['from']): Promise<string | null> {
  if (cwd === '' || id(item) === '') return null;
  const { config } = await loadHarnessConfig(cwd);
  return path.join(cwd, config.workflow.specDir, id(item));
}

/** Regular files, by their path below the folder with forward slashes; links lead nowhere that is carried. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !STATE.test(entry.name))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
