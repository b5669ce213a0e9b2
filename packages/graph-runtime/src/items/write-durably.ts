import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function fill(handle: FileHandle, text: string): Promise<void> {
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a file so that after a crash it holds the old text or the new, whole. `mayReplace` is asked last, when
 * the new text is on disk; when it says no, nothing has changed.
 */
export async function writeDurably(path: string, text: string, mayReplace = () => true): Promise<boolean> {
  const directory = dirname(path);
  const temporary = join(directory, `.graph-state-${randomBytes(8).toString('hex')}`);
  const handle = await open(temporary, 'wx', 0o644);
  try {
    await fill(handle, text);
    if (!mayReplace()) return false;
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncDirectory(directory);
  return true;
}
