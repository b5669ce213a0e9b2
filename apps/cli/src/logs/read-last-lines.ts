import { type FileHandle } from 'node:fs/promises';

const BLOCK = 64 * 1024;

/** The end of a log. */
export interface LogTail {
  /** Whole lines, oldest first; the last one may still be being written. */
  readonly lines: readonly string[];
  /** Where reading ended, in bytes. */
  readonly end: number;
}

/** The last `count` lines of a file, read from its end: the size of the file does not matter. */
export async function readLastLines(file: FileHandle, count: number): Promise<LogTail> {
  const { size: end } = await file.stat();
  let start = end;
  let tail = Buffer.alloc(0);
  while (start > 0 && newlines(tail) <= count) {
    const length = Math.min(BLOCK, start);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start - length);
    tail = Buffer.concat([buffer.subarray(0, bytesRead), tail]);
    start -= length;
  }
  const lines = tail.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return { lines: count === 0 ? [] : lines.slice(-count), end };
}

function newlines(bytes: Buffer): number {
  let found = 0;
  for (const byte of bytes) if (byte === 10) found += 1;
  return found;
}
