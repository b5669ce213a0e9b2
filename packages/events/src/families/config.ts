import { event } from '../catalogue/define-event.ts';
import { maybe, number, text, texts } from '../catalogue/field.ts';

/** The configuration files. */
export const configEvents = {
  'config.loaded': event('info', { path: text, warnings: maybe(number) }, 'A configuration file was read.'),
  'config.reloaded': event('info', { detail: text, path: maybe(text) }, 'The configuration changed while running.'),
  'config.updated': event(
    'info',
    { path: text, keys: texts },
    'Keys of a configuration file were written; never their values.',
  ),
  'config.problem': event(
    ['warning', 'error'],
    { path: text, line: maybe(number), column: maybe(number), problem: text },
    'Something in a configuration file is wrong.',
  ),
  'harness.config_scaffolded': event(
    'info',
    { work_item: maybe(text), path: text, repo: text },
    'A repository got its first harness configuration.',
  ),
} as const;
