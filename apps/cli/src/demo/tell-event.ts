import { type FeedEvent, fieldOf } from './event-feed.ts';
import { type Narrator } from './narrator.ts';

type Telling = (event: FeedEvent) => {
  readonly mark: 'did' | 'noted';
  readonly what: string;
  readonly detail: string;
  readonly next?: string;
};

const loopOf = (event: FeedEvent): string =>
  (fieldOf(event, 'pull_request') || fieldOf(event, 'work_item')).replace('github:', '');
/** Writes name their item by its key, `github~owner~repo~n`. */
const laneOf = (event: FeedEvent): string => {
  const [, owner = '', repo = '', number = ''] = String(event['work_item']).split('~');
  return `${owner}/${repo}#${number}`;
};
const kindOf = (event: FeedEvent): string => {
  const kind = fieldOf(event, 'kind');
  return kind === 'label' ? 'label of its phase' : kind;
};
const text = fieldOf;

/** The events that a person wants to follow, and how each is put; others are counted, not told. */
const TELLINGS: Readonly<Record<string, Telling>> = {
  'session.spawned': (event) => ({
    mark: 'did',
    what: 'session started',
    detail: `${loopOf(event)} in a worktree of its own`,
  }),
  'session.pr_spawned': (event) => ({
    mark: 'did',
    what: 'session started',
    detail: `${loopOf(event)} for the pull request`,
  }),
  'session.turn_started': (event) => ({
    mark: 'did',
    what: 'agent runs',
    detail: `${text(event, 'endpoint').replace('github:', '') || loopOf(event)} (process ${text(event, 'child_pid')})`,
    next: `the agent works on ${loopOf(event)}`,
  }),
  'graph.started': (event) => ({
    mark: 'did',
    what: 'graph entered',
    detail: `${loopOf(event)} at ${text(event, 'node')}`,
    next: `${loopOf(event)} at ${text(event, 'node')}`,
  }),
  'graph.advanced': (event) => ({
    mark: 'did',
    what: 'graph advanced',
    detail: `${loopOf(event)}: ${text(event, 'node')} --${text(event, 'outcome')}--> ${text(event, 'to')}`,
    next: `${loopOf(event)} at ${text(event, 'to')}`,
  }),
  'graph.node_skipped': (event) => ({
    mark: 'noted',
    what: 'phase skipped',
    detail: `${loopOf(event)}: ${text(event, 'node')}, as selected`,
  }),
  'graph.parked': (event) => ({
    mark: 'noted',
    what: 'gate waits',
    detail: `${loopOf(event)}: ${text(event, 'node')} ${text(event, 'reason')}`.trimEnd(),
  }),
  'graph.merged': (event) => ({ mark: 'did', what: 'merge recorded', detail: loopOf(event) }),
  'graph.completed': (event) => ({ mark: 'did', what: 'loop complete', detail: loopOf(event) }),
  'graph.blocked': (event) => ({
    mark: 'noted',
    what: 'gate refused',
    detail: `${loopOf(event)}: ${text(event, 'node')} (${text(event, 'hook')})`,
  }),
  'graph.hook_degraded': (event) => ({
    mark: 'noted',
    what: 'side effect failed',
    detail: `${loopOf(event)}: ${text(event, 'hook')} — ${text(event, 'error')}`,
  }),
  'outbox.performed': (event) => ({
    mark: 'did',
    what: 'written to GitHub',
    detail: `${kindOf(event)} for ${laneOf(event)}`,
  }),
  'outbox.adopted': (event) => ({
    mark: 'noted',
    what: 'found on GitHub',
    detail: `${kindOf(event)} for ${laneOf(event)}: written by an earlier try, not repeated`,
  }),
  'inbox.duplicate': (event) => ({
    mark: 'noted',
    what: 'duplicate delivery',
    detail: `${text(event, 'gh_event')} ${text(event, 'delivery_id')}: stored once`,
  }),
  'routing.dropped': (event) => ({
    mark: 'noted',
    what: 'dropped',
    detail: `${text(event, 'gh_event')}: ${text(event, 'reason')}${event['actor'] === undefined ? '' : ` (@${text(event, 'actor')})`}`,
  }),
  'routing.linkage_dropped': (event) => ({
    mark: 'noted',
    what: 'link dropped',
    detail: `${loopOf(event)}: ${text(event, 'reason')} (known from a ${text(event, 'link_source')} alone)`,
  }),
  'dispatch.dropped': (event) => ({
    mark: 'noted',
    what: 'dropped',
    detail: `${text(event, 'gh_event')}: ${text(event, 'reason')}`,
  }),
  'dispatch.error': (event) => ({ mark: 'noted', what: 'fault', detail: text(event, 'error') }),
  'service.fault': (event) => ({
    mark: 'noted',
    what: 'fault',
    detail: `${text(event, 'component')}: ${text(event, 'error')}`,
  }),
};

/** What is the rule and no news: our own writes coming back, and tickets being opened. The summary counts them. */
const NOISE: Readonly<Record<string, readonly string[]>> = {
  'routing.dropped': ['self-authored', 'ignored-action', 'edited-comment', 'no-work-item'],
  'dispatch.dropped': ['no-news'],
};

function isNoise(event: FeedEvent): boolean {
  const isOpened = event['reason'] === 'awaiting-start' && event['gh_event'] !== 'issue_comment';
  return isOpened || (NOISE[event.event] ?? []).includes(String(event['reason']));
}

/** Tells one event; answers what to show while waiting, where that changed. */
export function tellEvent(narrator: Narrator, event: FeedEvent): string | null {
  const telling = TELLINGS[event.event];
  if (telling === undefined || isNoise(event)) return null;
  const { mark, what, detail, next } = telling(event);
  narrator[mark](what, detail);
  return next ?? null;
}
