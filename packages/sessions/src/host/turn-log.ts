import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';

/** Where one turn keeps what the agent prints, and the prompt while it runs. */
export interface TurnFiles {
  readonly folder: string;
  readonly logFile: string;
  readonly promptFile: string;
}

const ENDPOINT = /^[A-Za-z0-9][A-Za-z0-9._~+-]{0,249}$/;
const TAIL_BYTES = 4096;
const ESCAPE = '\u001b';
/** Terminal sequences and control characters except line feed and tab. */
const TERMINAL = new RegExp(`${ESCAPE}\\[[0-9;?]{0,30}[ -/]{0,5}[@-~]|(?![\\n\\t])\\p{Cc}`, 'gu');

/** `<logRoot>/<endpoint>/<digest of the turn>.log`. Throws `SESSION_LOG_NAME_INVALID` for an endpoint that is no key. */
export function turnFiles(logRoot: string, endpoint: string, turn: string): TurnFiles {
  if (!ENDPOINT.test(endpoint)) {
    throw new LoopError<SessionsErrorCode>(
      'SESSION_LOG_NAME_INVALID',
      `${JSON.stringify(endpoint)} cannot name a folder`,
      {
        remedy: 'Pass the key of the work item or pull request.',
      },
    );
  }
  const folder = join(logRoot, endpoint);
  const name = createHash('sha256').update(turn).digest('hex').slice(0, 16);
  return { folder, logFile: join(folder, `${name}.log`), promptFile: join(folder, `${name}.prompt`) };
}

/** Opens the log to append to, readable by its owner only; `from` is where this attempt begins. */
export async function openTurnLog(files: TurnFiles): Promise<{ readonly file: FileHandle; readonly from: number }> {
  await mkdir(files.folder, { recursive: true, mode: 0o700 });
  const file = await open(files.logFile, 'a', 0o600);
  return { file, from: (await file.stat()).size };
}

/** The last 4 kB of a log at most, from byte `from` on, in whole lines, without control characters. */
export async function readLogTail(logFile: string, from = 0): Promise<string> {
  const file = await open(logFile, 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(from, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.max(0, size - start)),
      0,
      Math.max(0, size - start),
      start,
    );
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return (start > from ? afterFirstLine(text) : text).replaceAll('\r\n', '\n').replace(TERMINAL, '').trimEnd();
  } finally {
    await file.close();
  }
}

/** A cut line may begin in the middle of a character; a single long one is kept. */
function afterFirstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 || end === text.length - 1 ? text : text.slice(end + 1);
}
