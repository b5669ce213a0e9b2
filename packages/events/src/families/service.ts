import { event } from '../catalogue/define-event.ts';
import { flag, maybe, number, text } from '../catalogue/field.ts';

/** The daemon itself. */
export const serviceEvents = {
  'service.started': event(
    'info',
    { host: text, port: number, version: maybe(text), state_root: maybe(text), config: maybe(text) },
    'The service is ready.',
  ),
  'service.recovered': event(
    'info',
    { deliveries: number, turns: number, writes: number },
    'Work an earlier process left unfinished was taken up.',
  ),
  'service.stopping': event('info', { reason: text }, 'The service was asked to stop and drains.'),
  'service.stopped': event('info', { clean: maybe(flag) }, 'The service ended.'),
  'service.fault': event(
    'error',
    { component: text, code: maybe(text), error: text },
    'A part of the service failed in a way nobody foresaw.',
  ),
  'store.swept': event(
    'debug',
    { inbox: number, outbox: number, turns: number, events: number },
    'Rows past their keeping time were removed.',
  ),
} as const;
