import { event } from '../catalogue/define-event.ts';
import { flag, maybe, number, text, texts } from '../catalogue/field.ts';
import { delivery, itemDelivery } from './common.ts';

/** Deciding about a delivery and carrying the decision out. */
export const dispatchEvents = {
  'dispatch.queued': event('info', { ...itemDelivery, spawn: flag }, 'A delivery waits in the lane of its work item.'),
  'dispatch.decided': event(
    'info',
    { work_item: maybe(text), ...delivery, reason: text, effects: texts },
    'What is to happen about a delivery is decided; effects are named by kind.',
  ),
  'dispatch.dropped': event(
    ['info', 'warning', 'error'],
    {
      reason: text,
      work_item: maybe(text),
      work_items: maybe(texts),
      ...delivery,
      harness: maybe(text),
      tmux_target: maybe(text),
      error: maybe(text),
      will_retry: maybe(flag),
    },
    'A delivery ended without reaching an agent.',
  ),
  'dispatch.succeeded': event(
    'info',
    { ...itemDelivery, endpoint: maybe(text), harness: text, via: maybe(text) },
    'A delivery reached the agent.',
  ),
  'dispatch.error': event(
    'error',
    { work_item: maybe(text), ...delivery, error: text, will_retry: flag },
    'Handling a delivery ended in a fault.',
  ),
  'dispatch.lost': event(
    'warning',
    itemDelivery,
    'A delivery was claimed by another process, or ended by a person, while it was handled; it is left to them.',
  ),
  'dispatch.abandoned': event(
    'warning',
    { count: number, delivery_ids: texts },
    'The service stops with deliveries unfinished; their rows stay open.',
  ),
} as const;
