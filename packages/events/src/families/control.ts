import { event } from '../catalogue/define-event.ts';
import { maybe, oneOf, text, texts } from '../catalogue/field.ts';

const via = oneOf('comment', 'cli', 'api', 'label', 'close-event');
const delivery_id = maybe(text);

/** What people command, and how gates hear them. */
export const controlEvents = {
  'control.command': event(
    'info',
    { work_item: text, command: text, via, actor: maybe(text), effect: text, delivery_id },
    'An authorized person commanded something.',
  ),
  'control.rejected': event(
    'warning',
    { work_items: texts, command: text, via, actor: maybe(text), reason: text, delivery_id },
    'A command was refused.',
  ),
  'control.ambiguous': event(
    'warning',
    { work_items: texts, actor: maybe(text), commands: texts, delivery_id },
    'One comment holds different commands; none was carried out.',
  ),
  'control.near_miss': event(
    'info',
    { work_items: texts, actor: maybe(text), command: text, delivery_id },
    'A comment reads like a command and is none.',
  ),
  'gate.answered': event(
    'info',
    {
      work_item: text,
      node: text,
      outcome: text,
      actor: maybe(text),
      via: oneOf('comment', 'review', 'inline', 'merge', 'terminal', 'checklist', 'api'),
      pull_request: maybe(text),
      delivery_id,
    },
    'A person answered a human gate.',
  ),
  'gate.held': event(
    'info',
    { work_item: text, node: text, reason: text, actor: maybe(text), delivery_id },
    'An answer to a human gate does not count, or not yet.',
  ),
  'gate.renewed': event(
    'info',
    { work_item: text, node: text, files: texts },
    'What a gate asks about changed; people are asked again.',
  ),
} as const;
