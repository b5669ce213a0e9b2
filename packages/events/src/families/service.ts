import { event } from '../catalogue/define-event.ts';
import { flag, maybe, number, text } from '../catalogue/field.ts';

/** The daemon itself. */
export const serviceEvents = {
  'server.started': event(
    'info',
    {
      host: text,
      port: number,
      path: maybe(text),
      routing: maybe(flag),
      verifying_signatures: maybe(flag),
    },
    'The server listens.',
  ),
  'server.stopped': event('info', { host: text, port: number }, 'The server no longer listens.'),
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
  'restart.scheduled': event(
    'info',
    { child_pid: maybe(number), with_upgrade: maybe(flag), logfile: maybe(text) },
    'The service is to be restarted.',
  ),
  'restart.completed': event('info', { ok: flag, with_upgrade: maybe(flag) }, 'The service was restarted.'),
  'ingress.hosted': event('info', { ingress: text }, 'A source of deliveries runs inside the service.'),
  'ingress.hosted_stopped': event('info', { ingress: text }, 'A source of deliveries inside the service ended.'),
  'store.swept': event(
    'debug',
    { inbox: number, outbox: number, turns: number, events: number },
    'Rows past their keeping time were removed.',
  ),
} as const;
