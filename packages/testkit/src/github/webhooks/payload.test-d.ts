import { type EmitterWebhookEvent } from '@octokit/webhooks';
import { type renderComment, type renderReviewComment } from '../render/comment.ts';
import { type renderIssue, type renderLabel } from '../render/issue.ts';
import { type renderPull } from '../render/pull.ts';
import { type renderRepository } from '../render/repository.ts';
import { type renderUser } from '../render/user.ts';

type Opened<Event extends 'issues' | 'pull_request'> = Extract<
  EmitterWebhookEvent<Event>['payload'],
  { action: 'opened' }
>;
type Created<Event extends 'issue_comment' | 'pull_request_review_comment'> = Extract<
  EmitterWebhookEvent<Event>['payload'],
  { action: 'created' }
>;
type Labeled = Extract<EmitterWebhookEvent<'issues'>['payload'], { action: 'labeled' }>;

/** GitHub's published types of what deliveries are made of. */
interface Published {
  readonly issue: Opened<'issues'>['issue'];
  readonly repository: Opened<'issues'>['repository'];
  readonly sender: Opened<'issues'>['sender'];
  readonly label: NonNullable<Labeled['label']>;
  readonly pull: Opened<'pull_request'>['pull_request'];
  readonly comment: Created<'issue_comment'>['comment'];
  readonly reviewComment: Created<'pull_request_review_comment'>['comment'];
}

interface Rendered {
  readonly issue: ReturnType<typeof renderIssue>;
  readonly repository: ReturnType<typeof renderRepository>;
  readonly sender: ReturnType<typeof renderUser>;
  readonly label: ReturnType<typeof renderLabel>;
  readonly pull: ReturnType<typeof renderPull>;
  readonly comment: ReturnType<typeof renderComment>;
  readonly reviewComment: ReturnType<typeof renderReviewComment>;
}

type Mismatches = { [Key in keyof Published]: Rendered[Key] extends Published[Key] ? never : Key }[keyof Published];

type MustBeNone<Mismatch extends never> = Mismatch;

/** Does not compile when a rendered part is not assignable to GitHub's type of it; the error names the part. */
export type PayloadPartsAreAssignable = MustBeNone<Mismatches>;
