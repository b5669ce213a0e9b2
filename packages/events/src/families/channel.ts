import { event } from '../catalogue/define-event.ts';
import { maybe, number, text, texts } from '../catalogue/field.ts';

/** Telling people outside GitHub. */
export const channelEvents = {
  'channel.posted': event(
    'info',
    { channel: text, work_item: maybe(text), event_type: text, roles: maybe(texts), thread: maybe(text) },
    'A notification was sent.',
  ),
  'channel.post_failed': event(
    'warning',
    { channel: text, work_item: maybe(text), event_type: text, error: text, status: maybe(number) },
    'A notification could not be sent.',
  ),
} as const;
