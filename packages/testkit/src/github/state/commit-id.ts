import { createHash } from 'node:crypto';

/** A made-up commit id, always the same for the same text. */
export function commitIdOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
