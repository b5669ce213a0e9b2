import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type EventSink } from '../record/event-record.ts';

/** How a file of events is kept. */
export interface FileSinkOptions {
  /** Absolute path of the newest file; older ones are `<path>.1`, `<path>.2`, … */
  readonly path: string;
  /** Told once per outage when writing fails; told again only after a write succeeded in between. */
  readonly onFailure: (error: unknown) => void;
  /** Size in bytes after which a new file is begun. 16 MiB unless told. */
  readonly maxBytes?: number;
  /** How many older files stay. 4 unless told. */
  readonly keep?: number;
}

const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
const DEFAULT_KEEP = 4;

/**
 * Appends records as JSON lines. Lines of one moment leave in one write; several processes may share the file.
 * Files are readable by their owner only. Lines that cannot be written are dropped and counted as one failure.
 */
export function createFileSink(options: FileSinkOptions): EventSink {
  let pending: string[] = [];
  let writing: Promise<void> | null = null;
  let failing = false;

  async function drain(): Promise<void> {
    await Promise.resolve();
    while (pending.length > 0) {
      const lines = pending.join('');
      pending = [];
      try {
        await append(options, lines);
        failing = false;
      } catch (error) {
        if (!failing) options.onFailure(error);
        failing = true;
      }
    }
    writing = null;
  }

  return {
    write: (record) => {
      pending.push(`${JSON.stringify(record)}\n`);
      writing ??= drain();
    },
    flush: async () => {
      await writing;
    },
  };
}

async function append(
  { path, maxBytes = DEFAULT_MAX_BYTES, keep = DEFAULT_KEEP }: FileSinkOptions,
  lines: string,
): Promise<void> {
  const size = await sizeOf(path);
  if (size === null) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  else if (size > 0 && size + Buffer.byteLength(lines) > maxBytes) await rotate(path, keep);
  await appendFile(path, lines, { mode: 0o600 });
}

async function rotate(path: string, keep: number): Promise<void> {
  await rm(`${path}.${String(keep)}`, { force: true });
  for (let index = keep - 1; index >= 1; index -= 1)
    await renameIfThere(`${path}.${String(index)}`, `${path}.${String(index + 1)}`);
  if (keep > 0) await renameIfThere(path, `${path}.1`);
  else await rm(path, { force: true });
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
