import { event } from '../catalogue/define-event.ts';
import { number, oneOf, text } from '../catalogue/field.ts';

/** The HTTP interface, its stream and its tools. */
export const apiEvents = {
  'api.request': event(
    ['info', 'warning'],
    { method: text, path: text, status: number, scope: text },
    'A request that may change something was answered.',
  ),
  'api.refused': event(
    'warning',
    {
      method: text,
      path: text,
      status: number,
      reason: oneOf('no-token', 'wrong-token', 'scope', 'item', 'host', 'origin', 'rate'),
    },
    'A request was refused before it reached its operation.',
  ),
} as const;
