import { event } from '../catalogue/define-event.ts';
import { maybe, number, text } from '../catalogue/field.ts';

const write = { op_key: text, kind: text, work_item: maybe(text), host: maybe(text) };

/** Writes to GitHub, each with its operation key. */
export const outboxEvents = {
  'outbox.queued': event('debug', write, 'A write to GitHub is stored.'),
  'outbox.performed': event(
    'info',
    { ...write, url: maybe(text), attempts: maybe(number) },
    'A write to GitHub was made.',
  ),
  'outbox.adopted': event(
    'info',
    { ...write, url: maybe(text) },
    'A write thought lost was found on GitHub and not repeated.',
  ),
  'outbox.needless': event('info', write, 'A write had nothing to do any more, so nothing was written.'),
  'outbox.coalesced': event('debug', { ...write, into: text }, 'A comment was merged into another one.'),
  'outbox.failed': event(
    'warning',
    { ...write, attempts: number, error: text, not_before: maybe(text) },
    'A write to GitHub failed; it is tried again.',
  ),
  'outbox.throttled': event(
    'info',
    { host: text, waiting: number, until: maybe(text) },
    'Writes wait for the limits of their host.',
  ),
  'outbox.no_credentials': event(
    'warning',
    { host: text, error: text },
    'A host does not know us: what is to be written there waits until the credentials are there.',
  ),
  'outbox.dead': event(
    'error',
    { ...write, attempts: number, error: text },
    'A write to GitHub was given up and waits for a person.',
  ),
} as const;
