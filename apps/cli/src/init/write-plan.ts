import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type CliErrorCode } from '../errors.ts';
import { type InitPlan, type PlannedFile } from './plan-init.ts';

/**
 * Writes what a plan changes. A new file is created only where nothing stands, an existing one is replaced as a whole.
 * Throws `INIT_CONTENDED` when a file appeared in between; what was written before stays.
 */
export async function writePlan({ files }: InitPlan): Promise<void> {
  for (const file of files) {
    if (file.change === 'create') await create(file);
    if (file.change === 'update') await replace(file);
  }
}

async function create({ about, path: target, text, mode }: PlannedFile): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, ...(about === 'machine' ? { mode: 0o700 } : {}) });
  try {
    await writeFile(target, text, { mode, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    throw new LoopError<CliErrorCode>('INIT_CONTENDED', `${target} appeared in the meantime`, {
      remedy: 'run the-loop init again',
      cause: error,
    });
  }
}

async function replace({ path: target, text, mode }: PlannedFile): Promise<void> {
  const fresh = `${target}.${randomUUID()}.tmp`;
  await writeFile(fresh, text, { mode, flag: 'wx' });
  await rename(fresh, target);
}
