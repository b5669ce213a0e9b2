import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type NamedFiles } from '@the-loop/operations';
import { type CliErrorCode } from './errors.ts';

/** Files that the person at the terminal names, relative to where they are. */
export function namedFiles(cwd: string): NamedFiles {
  return {
    async read(name) {
      try {
        return await readFile(path.resolve(cwd, name), 'utf8');
      } catch (cause) {
        throw new LoopError<CliErrorCode>('FILE_UNREADABLE', `${name} cannot be read`, {
          remedy: 'name a file that is there and that you may read',
          cause,
        });
      }
    },
    async write(name, text) {
      try {
        await writeFile(path.resolve(cwd, name), text, { flag: 'wx', mode: 0o600 });
      } catch (cause) {
        throw isThere(cause)
          ? new LoopError<CliErrorCode>('FILE_EXISTS', `${name} is there already`, { remedy: 'name a new file', cause })
          : new LoopError<CliErrorCode>('FILE_UNWRITABLE', `${name} cannot be written`, {
              remedy: 'name a file in a folder that you may write to',
              cause,
            });
      }
    },
  };
}

function isThere(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
}
