import { open } from 'node:fs/promises';
import { LoopError } from '@the-loop/graph-core';
import { type ConfigErrorCode } from '../errors.ts';

const MAX_BYTES = 1024 * 1024;

/** The text of a file; null when there is none. Throws CONFIG_UNREADABLE for everything else that is no text file. */
export async function readText(path: string): Promise<string | null> {
  const bytes = await readBytes(path);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(path, 'it is not UTF-8 text', cause);
  }
}

async function readBytes(path: string): Promise<Uint8Array | null> {
  try {
    const file = await open(path, 'r');
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw unreadable(path, 'it is not a regular file');
      if (stats.size > MAX_BYTES) throw unreadable(path, 'it is larger than 1 MiB');
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof LoopError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw unreadable(path, code === 'EACCES' ? 'this user may not read it' : 'reading it failed', cause);
  }
}

function unreadable(path: string, why: string, cause?: unknown): LoopError<ConfigErrorCode> {
  return new LoopError('CONFIG_UNREADABLE', `The configuration ${path} cannot be read: ${why}.`, {
    remedy: `Check the file with: ls -l ${path}`,
    cause,
  });
}
