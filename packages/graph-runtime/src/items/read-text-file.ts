import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { runtimeError } from '../errors.ts';

/** Larger files are refused: no artifact and no state comes near. */
const maxBytes = 8 * 1024 * 1024;
const absent = new Set(['ENOENT', 'ENOTDIR']);

/** Whether a fault of the file system says that there is no such file. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absent.has(String(error.code));
}

/**
 * The bytes of a regular file, or null when there is none. A pipe or a device is never waited for.
 * Throws `ITEM_FILE_UNREADABLE` and `ITEM_FILE_TOO_LARGE`.
 */
export function readRegularFile(path: string, shown: string): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw runtimeError('ITEM_FILE_UNREADABLE', `${shown} cannot be opened`, { cause: error });
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return null;
    if (stat.size > maxBytes) throw runtimeError('ITEM_FILE_TOO_LARGE', `${shown} is larger than 8 MiB`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** UTF-8 text without its byte order mark, or null when the bytes are something else. */
export function decodeText(bytes: Buffer): string | null {
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Text of a regular file, or null when there is none. Throws `ITEM_FILE_UNREADABLE` when it is not UTF-8. */
export function readTextFile(path: string, shown: string): string | null {
  const bytes = readRegularFile(path, shown);
  if (bytes === null) return null;
  const text = decodeText(bytes);
  if (text === null) throw runtimeError('ITEM_FILE_UNREADABLE', `${shown} is not UTF-8 text`);
  return text;
}
