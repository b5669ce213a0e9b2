import { event } from '../catalogue/define-event.ts';
import { flag, maybe, number, oneOf, text, texts } from '../catalogue/field.ts';
import { delivery } from './common.ts';

/** From a delivery to the work items it is about. */
export const routingEvents = {
  'routing.routed': event(
    'info',
    {
      gh_event: text,
      action: maybe(text),
      delivery_id: text,
      actor: maybe(text),
      work_items: texts,
      labeled: flag,
    },
    'A delivery passed the guards and names work items.',
  ),
  'routing.dropped': event(
    ['info', 'debug', 'warning'],
    {
      reason: text,
      gh_event: text,
      action: maybe(text),
      delivery_id: text,
      actor: maybe(text),
      work_items: maybe(texts),
    },
    'A guard ended a delivery; the reason is of the closed list of drop reasons.',
  ),
  'routing.identity_refused': event(
    'warning',
    { gh_event: text, delivery_id: text, actor: text, actor_id: maybe(number), pinned_id: number },
    'Another account now has an authorized login and was refused; taking the login off the list forgets the old account.',
  ),
  'security.identity_violation': event(
    'warning',
    { gh_event: text, delivery_id: text, actor: text, command: text, work_items: maybe(texts) },
    'A command came under a login of ours without our mark: somebody else uses our credentials. It was not carried out.',
  ),
  'routing.linkage_dropped': event(
    'warning',
    { work_item: text, link_source: oneOf('branch'), reason: oneOf('not-found'), ...delivery },
    'A work item that only a branch name mentions does not exist.',
  ),
  'routing.linkage_unknown': event(
    'info',
    { work_item: text, error: maybe(text), ...delivery },
    'Whether a work item exists could not be learned; it is kept.',
  ),
  'routing.rekeyed': event(
    'info',
    { work_item: text, to: text, ...delivery },
    'A work item moved to another repository or number and is followed.',
  ),
} as const;
