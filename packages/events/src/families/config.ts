import { event } from '../catalogue/define-event.ts';
import { maybe, number, text } from '../catalogue/field.ts';

/** The configuration files. */
export const configEvents = {
  'config.loaded': event('info', { path: text, warnings: maybe(number) }, 'A configuration file was read.'),
  'config.reloaded': event('info', { detail: text, path: maybe(text) }, 'The configuration changed while running.'),
  'config.problem': event(
    ['warning', 'error'],
    { path: text, line: maybe(number), column: maybe(number), problem: text },
    'Something in a configuration file is wrong.',
  ),
} as const;
