import { maybe, text } from '../catalogue/field.ts';

/** Which delivery an event is about, where there is one. */
export const delivery = { gh_event: maybe(text), delivery_id: maybe(text) };

/** The work item an event is about, and its delivery. */
export const itemDelivery = { work_item: text, ...delivery };

/** A conversation of an agent: `endpoint` is empty for the work item's own, else the pull request's ref. */
export const conversation = {
  work_item: text,
  endpoint: maybe(text),
  harness: text,
  harness_session_id: maybe(text),
  runner: maybe(text),
  tmux_target: maybe(text),
};
