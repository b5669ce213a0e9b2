import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'operator-token';

/** The operator's key to the API, made on first use and readable by its owner only. */
export function operatorToken(stateRoot: string): string {
  const file = path.join(stateRoot, FILE);
  if (!existsSync(file))
    writeFileSync(file, `tlo_${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

/** The state root's key for operation markers, made on first use: 64 hexadecimal digits. */
export function operationKeySecret(stateRoot: string): string {
  const file = path.join(stateRoot, 'operation-secret');
  mkdirSync(stateRoot, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}
