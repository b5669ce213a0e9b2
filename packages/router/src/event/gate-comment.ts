import { formatRef, type GateComment } from '@the-loop/graph-core';
import { type EventEntity } from '../routed-event.ts';
import { given } from './given.ts';
import { type Words } from './words.ts';

type ReviewState = NonNullable<GateComment['reviewState']>;

const REVIEW_STATES: Readonly<Record<string, ReviewState>> = {
  approved: 'APPROVED',
  changes_requested: 'CHANGES_REQUESTED',
  commented: 'COMMENTED',
  dismissed: 'DISMISSED',
};

/** Words as a gate reads them; `author` is who wrote them, also when someone else changed them. */
export function gateComment(words: Words, action: string, entity: EventEntity): GateComment {
  return {
    author: words.author?.login ?? '',
    body: words.body,
    kind: words.kind,
    ...given('id', words.id === null ? null : String(words.id)),
    ...given('authorId', words.author?.id),
    ...given('url', words.url),
    ...given('createdAt', words.createdAt),
    ...given('reviewState', reviewState(words.state)),
    ...given('commitId', words.commitId),
    ...given('action', action),
    ...given('on', entity.ref === null ? null : formatRef(entity.ref)),
    ...given('headSha', entity.headSha),
  };
}

function reviewState(state: string): ReviewState | undefined {
  const name = state.toLowerCase();
  return Object.hasOwn(REVIEW_STATES, name) ? REVIEW_STATES[name] : undefined;
}
