import { expect, it } from 'vitest';
import { statusOf } from './status-of.ts';

it.each([
  ['SERVICE_UNAUTHENTICATED', 401],
  ['SERVICE_HOST_UNKNOWN', 421],
  ['SERVICE_FORBIDDEN', 403],
  ['OPERATION_AGENT_REFUSED', 403],
  ['SERVICE_ITEM_UNKNOWN', 404],
  ['VERB_REFUSED_CONFLICT', 409],
  ['STORE_BUSY', 503],
  ['GITHUB_SERVER', 502],
  ['GITHUB_NETWORK', 503],
  ['GITHUB_MALFORMED_REF', 400],
  ['VERB_REFUSED_ANSWER', 400],
  ['toString', 400],
])('%s is answered with %i', (code, status) => {
  expect(statusOf(code)).toBe(status);
});
