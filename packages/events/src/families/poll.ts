import { event } from '../catalogue/define-event.ts';
import { flag, maybe, number, text } from '../catalogue/field.ts';

const comment = { work_item: text, comment_id: text, actor: maybe(text) };

/** The second source: reading GitHub instead of being told. */
export const pollEvents = {
  'poller.started': event('info', { interval_seconds: number, sources: number, once: flag }, 'The poller runs.'),
  'poller.stopped': event('info', {}, 'The poller ended.'),
  'poll.cycle': event(
    'info',
    {
      items_seen: number,
      spawns: number,
      comments_forwarded: number,
      closures: maybe(number),
      failures: maybe(number),
      errors: maybe(number),
      requests: maybe(number),
      interrupted: maybe(flag),
    },
    'One reading of all sources ended.',
  ),
  'poll.gap_filled': event(
    'info',
    { host: text, repository: maybe(text), found: number, missing: number },
    'The delivery log was read, and what never arrived was taken in.',
  ),
  'poll.gap_fill_unavailable': event(
    'warning',
    { host: text, repository: maybe(text), reason: text },
    'The credential may not read the delivery log.',
  ),
  'poll.closure_detected': event(
    'info',
    { work_item: text, state: text, kind: maybe(text) },
    'A work item turned out to be closed.',
  ),
  'poll.provider_error': event(
    'error',
    { provider: text, error: text, will_retry: flag },
    'A source could not be read.',
  ),
  'poll.item_error': event(
    ['error', 'warning'],
    { work_item: text, error: text, will_retry: flag },
    'A work item could not be read.',
  ),
  'poll.unauthorized': event('warning', { work_item: text, actor: text }, 'Someone who may not command spoke.'),
  'poll.comment_forwarded': event('info', { ...comment, attempt: number }, 'A comment was taken in.'),
} as const;
