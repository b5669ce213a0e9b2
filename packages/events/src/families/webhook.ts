import { event } from '../catalogue/define-event.ts';
import { maybe, number, oneOf, text } from '../catalogue/field.ts';
import { delivery } from './common.ts';

const ingress = oneOf('webhook', 'poll', 'gap-fill');

/** Deliveries arriving, and their rows in the inbox. */
export const webhookEvents = {
  'webhook.rejected': event(
    ['warning', 'error'],
    {
      reason: oneOf(
        'too-large',
        'invalid-length',
        'invalid-signature',
        'invalid-headers',
        'unsupported-media-type',
        'invalid-payload',
        'store-unavailable',
        'receiver-fault',
      ),
      status: maybe(number),
      ...delivery,
    },
    'A request to the webhook path was refused.',
  ),
  'inbox.accepted': event(
    'debug',
    { gh_event: text, delivery_id: text, ingress, host: maybe(text), inbox_id: maybe(number) },
    'A delivery is stored durably; only now it is acknowledged.',
  ),
  'inbox.duplicate': event(
    'debug',
    { gh_event: text, delivery_id: text, ingress, host: maybe(text) },
    'A delivery was already stored and is acknowledged without a second row.',
  ),
  'inbox.requeued': event(
    'info',
    { inbox_id: number, actor: maybe(text), ...delivery },
    'A delivery was put back into its lane: by a person, or because the name that it used is known by now.',
  ),
} as const;
