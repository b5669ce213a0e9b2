import { type FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';

const PERIOD_MS = 250;
const BLOCK = 64 * 1024;

/** Every line that is appended after `from` bytes, until the signal aborts. A file that became shorter is read from its start. */
export async function* followFile(file: FileHandle, from: number, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let position = from;
  let rest = '';
  while (!signal.aborted) {
    const { size } = await file.stat();
    if (size < position) position = 0;
    if (size === position) {
      await pause(PERIOD_MS, undefined, { signal }).catch(ignoreAbort);
      continue;
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BLOCK), 0, BLOCK, position);
    position += bytesRead;
    const lines = (rest + decoder.write(buffer.subarray(0, bytesRead))).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
}
