import { event } from '../catalogue/define-event.ts';
import { flag, maybe, number, oneOf, text, texts } from '../catalogue/field.ts';
import { conversation, delivery } from './common.ts';

/** Conversations with agents, from their first turn to their end. */
export const sessionEvents = {
  'session.registered': event(
    'info',
    { ...conversation, cwd: maybe(text), replaced: maybe(flag) },
    'A conversation got its record.',
  ),
  'session.spawned': event(
    'info',
    { ...conversation, ...delivery, interaction: maybe(text), action: maybe(text), cwd: maybe(text) },
    'An agent was started for a work item.',
  ),
  'session.spawn_failed': event(
    ['error', 'warning'],
    {
      work_item: text,
      endpoint: maybe(text),
      harness: maybe(text),
      tmux_target: maybe(text),
      error: text,
      will_retry: flag,
    },
    'An agent could not be started.',
  ),
  'session.turn_started': event(
    'info',
    {
      ...conversation,
      turn: text,
      kind: oneOf('assignment', 'event'),
      attempt: number,
      child_pid: maybe(number),
      delivery_id: maybe(text),
    },
    'The agent was given a prompt.',
  ),
  'session.turn_finished': event(
    ['info', 'warning'],
    {
      ...conversation,
      turn: text,
      kind: oneOf('assignment', 'event'),
      status: text,
      exit_code: maybe(number),
      duration_ms: maybe(number),
      error: maybe(text),
      delivery_id: maybe(text),
    },
    'The agent ended its turn, or was ended.',
  ),
  'session.paused': event('info', conversation, 'Deliveries to the agent are held.'),
  'session.resumed': event('info', conversation, 'Deliveries to the agent go on.'),
  'session.held': event(
    'warning',
    { work_item: text, from: text, reason: oneOf('repository-not-named', 'name-taken') },
    'A work item, or a pull request of it, came into a repository or to an owner that the configuration does not name, and waits until it is resumed; or it has a session under its new name already, and the former one is paused.',
  ),
  'session.relocated': event(
    'info',
    { ...conversation, cwd: text },
    'A work item that left its repository got a checkout of the new one, and a fresh conversation.',
  ),
  'session.closed': event('info', { ...conversation, reason: maybe(text) }, 'A conversation was ended.'),
  'session.autoclosed': event(
    'info',
    { work_item: text, reason: text, merged: flag, delivery_id: maybe(text) },
    'The work item ended, and its conversations with it.',
  ),
  'session.kept_open': event(
    'info',
    { work_item: text, reason: text, closed_ref: maybe(text), delivery_id: maybe(text) },
    'Something closed, and the conversation goes on.',
  ),
  'session.pr_linked': event(
    'info',
    { work_item: text, pull_request: text },
    'A pull request was bound to a work item.',
  ),
  'session.pr_unlinked': event(
    'info',
    { work_item: text, pull_request: text, reason: maybe(text) },
    'A pull request no longer belongs to a work item.',
  ),
  'session.pr_spawned': event(
    'info',
    { ...conversation, ...delivery, pull_request: text },
    'A pull request got its own conversation.',
  ),
  'session.pr_session_declined': event(
    ['info', 'warning'],
    { work_item: text, pull_request: text, reason: text, cwd: maybe(text), error: maybe(text), ...delivery },
    'A pull request did not get its own conversation.',
  ),
  'session.pr_closed': event(
    'info',
    { work_item: text, pull_request: text, harness_session_id: maybe(text), merged: maybe(flag) },
    'The conversation of a pull request ended with it.',
  ),
  'session.work_item_missing': event(
    'error',
    { work_item: text, tmux_target: maybe(text), error: text },
    'GitHub says the work item of a live conversation does not exist.',
  ),
  'session.cleaned': event(
    ['info', 'warning'],
    {
      work_item: text,
      actor: maybe(text),
      via: maybe(oneOf('comment', 'cli', 'api', 'close-event')),
      removed: texts,
      endpoints: maybe(texts),
      found: flag,
      error: maybe(text),
    },
    'Local resources of a work item were released.',
  ),
  'cleanup.deferred': event(
    'info',
    {
      work_item: text,
      pull_request: maybe(text),
      reason: text,
      actor: maybe(text),
      closed_as: text,
      delivery_id: maybe(text),
    },
    'A work item, or a pull request of it, was closed by someone who may not destroy; its checkout stays.',
  ),
} as const;
