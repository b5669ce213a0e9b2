import { createHmac } from 'node:crypto';
import { GithubError } from '../github-error.ts';

const OPERATION_KEY = /^[0-9a-f]{16}$/;
const MARKER = /^<!-- the-loop:op=([0-9a-f]{16}) -->$/gm;

/**
 * The operation key of one write: 16 hexadecimal digits of an HMAC over what says which write it is.
 * Without the state root's secret nobody can guess it, so nobody can plant a comment that looks like ours.
 */
export function operationKey(secret: string, occurrence: string): string {
  return createHmac('sha256', secret).update(occurrence).digest('hex').slice(0, 16);
}

/** The hidden line that makes a comment findable. Throws `GITHUB_MALFORMED_OPERATION_KEY`. */
export function operationMarker(key: string): string {
  if (!OPERATION_KEY.test(key)) {
    throw new GithubError('GITHUB_MALFORMED_OPERATION_KEY', 'an operation key is 16 lower-case hexadecimal digits');
  }
  return `<!-- the-loop:op=${key} -->`;
}

/** Keys of the markers that stand on a line of their own; quoted ones do not count. */
export function operationKeysIn(body: string): string[] {
  return [...body.replaceAll('\r\n', '\n').matchAll(MARKER)].map(([, key = '']) => key);
}
