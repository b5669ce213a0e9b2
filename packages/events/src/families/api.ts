import { event } from '../catalogue/define-event.ts';
import { flag, maybe, number, oneOf, text, texts } from '../catalogue/field.ts';

/** The HTTP interface, its stream and its tools. */
export const apiEvents = {
  'api.request': event(
    ['info', 'warning'],
    { method: text, path: text, status: number, duration_ms: maybe(number), scope: maybe(text) },
    'A request was answered.',
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
  'mcp.call': event('info', { tool: text, ok: flag }, 'A tool was called.'),
  'stream.subscribed': event(
    'info',
    { subscribers: number, work_items: maybe(texts), cursor: maybe(text) },
    'Someone follows the live events.',
  ),
  'stream.refused': event(
    'info',
    {
      reason: oneOf('disabled', 'at-capacity', 'bad-cursor', 'bad-filter'),
      subscribers: maybe(number),
      detail: maybe(text),
    },
    'A follower was refused.',
  ),
  'stream.desync': event('info', { reason: text, cursor: maybe(text) }, 'A follower missed events and was told so.'),
  'stream.disconnected': event('info', { frames: number, reason: oneOf('client', 'shutdown') }, 'A follower left.'),
} as const;
