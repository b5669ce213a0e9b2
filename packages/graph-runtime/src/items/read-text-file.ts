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

function isLink(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ELOOP';
}

function openForReading(path: string, shown: string, flags: number): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw runtimeError('ITEM_FILE_UNREADABLE', `${shown} cannot be opened`, { cause: error });
  }
}

/**
 * The bytes of a regular file, or null when there is none. A pipe or a device is never waited for.
 * Throws `ITEM_FILE_UNREADABLE` and `ITEM_FILE_TOO_LARGE`.
 */
export function readRegularFile(path: string, shown: string): Buffer | null {
  return readOpened(openForReading(path, shown, 0), shown);
}

/** The same, where a path that ends in a link answers `link` instead of what the link leads to. */
export function readUnlinkedFile(path: string, shown: string): Buffer | null | 'link' {
  try {
    return readOpened(openForReading(path, shown, constants.O_NOFOLLOW), shown);
  } catch (error) {
    if (error instanceof Error && isLink(error.cause)) return 'link';
    throw error;
  }
}

function readOpened(descriptor: number | null, shown: string): Buffer | null {
  if (descriptor === null) return null;
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
  return textOf(readRegularFile(path, shown), shown);
}

/** The text of a file's bytes. Throws `ITEM_FILE_UNREADABLE` when they are not UTF-8. */
export function textOf(bytes: Buffer | null, shown: string): string | null {
  if (bytes === null) return null;
  const text = decodeText(bytes);
  if (text === null) throw runtimeError('ITEM_FILE_UNREADABLE', `${shown} is not UTF-8 text`);
  return text;
}
