import { event } from '../catalogue/define-event.ts';
import { flag, maybe, number, oneOf, text, texts } from '../catalogue/field.ts';
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
  'dispatch.failed': event(
    'error',
    {
      ...itemDelivery,
      endpoint: maybe(text),
      harness: maybe(text),
      via: maybe(text),
      error: text,
      will_retry: flag,
    },
    'A delivery did not reach the agent.',
  ),
  'dispatch.error': event(
    'error',
    { work_item: maybe(text), ...delivery, error: text, will_retry: flag },
    'Handling a delivery ended in a fault.',
  ),
  'dispatch.abandoned': event(
    'warning',
    { count: number, delivery_ids: texts },
    'The service stops with deliveries unfinished; their rows stay open.',
  ),
  'reaction.added': event(
    'debug',
    { work_item: text, state: oneOf('started', 'completed', 'error'), content: text, target: maybe(text) },
    'The comment that asked was acknowledged with a reaction.',
  ),
  'reaction.failed': event(
    'warning',
    { work_item: text, state: oneOf('started', 'completed', 'error'), content: text, error: text },
    'A reaction could not be set.',
  ),
} as const;
