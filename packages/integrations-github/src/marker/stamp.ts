import { hasSelfMarker, SELF_MARKER } from '@the-loop/router';
import { operationKeysIn, operationMarker } from './operation-marker.ts';

/** What people see under every comment of ours. */
export const ATTRIBUTION = '🤖 _the-loop, autonomous comment_';

/**
 * Marks a text that we composed: attribution, self marker, and with `opKey` the operation marker.
 * Stamping twice changes nothing. Never stamp other people's text.
 */
export function stamp(body: string, options: { readonly opKey?: string } = {}): string {
  const marked = hasSelfMarker(body) ? body : `${body.trimEnd()}\n\n${ATTRIBUTION}\n${SELF_MARKER}`;
  if (options.opKey === undefined || operationKeysIn(marked).includes(options.opKey)) return marked;
  return `${marked}\n${operationMarker(options.opKey)}`;
}
