import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The operator's key to the API, made on first use and readable by its owner only. */
export function operatorToken(stateRoot: string): string {
  return keptSecret(stateRoot, 'operator-token', () => `tlo_${randomBytes(32).toString('base64url')}`);
}

/** The state root's key for operation markers, made on first use: 64 hexadecimal digits. */
export function operationKeySecret(stateRoot: string): string {
  return keptSecret(stateRoot, 'operation-secret', () => randomBytes(32).toString('hex'));
}

/** Two processes that both find none agree on the one that was written first. */
function keptSecret(stateRoot: string, name: string, make: () => string): string {
  const file = path.join(stateRoot, name);
  mkdirSync(stateRoot, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
