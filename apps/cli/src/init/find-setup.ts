import { execFile } from 'node:child_process';
import { lstat, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { HARNESS_CONFIG_PATH } from '@the-loop/config';
import { LoopError, parseOrigin } from '@the-loop/graph-core';
import { type CliErrorCode } from '../errors.ts';
import { type FoundCheckout, type InitFound } from './init-answers.ts';

const run = promisify(execFile);

/**
 * Looks at the checkout around a folder and at the operator's file. Throws `INIT_GIT_MISSING`, and `INIT_LEADS_OUT` when
 * `.the-loop` or the harness file in it is a link to somewhere else.
 */
export async function findSetup(folder: string, operatorPath: string): Promise<InitFound> {
  const root = await checkoutRoot(folder);
  return {
    checkout: root === null ? null : await lookAt(root),
    operator: { path: operatorPath, text: await readIfThere(operatorPath) },
  };
}

/** Root of the checkout around a folder; null when git knows none. Throws `INIT_GIT_MISSING`. */
export async function checkoutRoot(folder: string): Promise<string | null> {
  const answer = await git(folder, ['rev-parse', '--show-toplevel']);
  return answer === null ? null : path.resolve(answer);
}

async function lookAt(root: string): Promise<FoundCheckout> {
  await demandInside(root, path.dirname(HARNESS_CONFIG_PATH));
  const exists = await demandInside(root, HARNESS_CONFIG_PATH);
  const origin = await git(root, ['config', '--get', 'remote.origin.url']);
  return {
    harness: { path: path.join(root, HARNESS_CONFIG_PATH), exists },
    origin: origin === null ? null : parseOrigin(origin),
  };
}

/** Whether there is something at that place; a link that leads out of the root, or nowhere, is refused. */
async function demandInside(root: string, relative: string): Promise<boolean> {
  const place = path.join(root, relative);
  const entry = await unlessAbsent(lstat(place));
  if (entry === null) return false;
  const real = await unlessAbsent(realpath(place));
  if (real?.startsWith((await realpath(root)) + path.sep) === true) return true;
  throw new LoopError<CliErrorCode>('INIT_LEADS_OUT', `${relative} is a link that leads out of the checkout`, {
    remedy: `replace the link ${place} by a folder or file of its own`,
  });
}

async function readIfThere(file: string): Promise<string | null> {
  return unlessAbsent(readFile(file, 'utf8'));
}

async function unlessAbsent<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** What git prints; null when it has no answer. */
async function git(folder: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['-C', folder, ...args], { timeout: 10_000 });
    return stdout.trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') return null;
    throw new LoopError<CliErrorCode>('INIT_GIT_MISSING', 'git could not be run', {
      remedy: 'install git (such as: apt-get install git)',
      cause: error,
    });
  }
}
