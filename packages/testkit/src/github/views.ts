import { pageOf } from './render/issue.ts';
import { fullNameOf } from './render/repository.ts';
import { type CommentRecord, type ContentRecord, type IssueRecord, type ReviewRecord } from './state/records.ts';
import { type World } from './state/world.ts';

/** An issue or pull request as a test sees it: a copy of how it stands. */
export interface IssueView {
  /** `owner/repo#n`, as the acts take it. */
  readonly place: string;
  /** `github:owner/repo#n` */
  readonly ref: string;
  readonly number: number;
  readonly nodeId: string;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly state: 'open' | 'closed';
  readonly stateReason: string | null;
  readonly closedBy: string | null;
  readonly labels: readonly string[];
  readonly reactions: readonly ReactionView[];
  readonly pull: {
    readonly draft: boolean;
    readonly merged: boolean;
    readonly mergedBy: string | null;
    readonly headRef: string;
    readonly headSha: string;
    readonly baseRef: string;
    readonly requestedReviewers: readonly string[];
  } | null;
}

export interface ReactionView {
  readonly login: string;
  readonly content: string;
}

interface ContentView {
  readonly id: number;
  readonly nodeId: string;
  readonly url: string;
  readonly author: string;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly reactions: readonly ReactionView[];
}

export interface CommentView extends ContentView {
  /** `OUTDATED` and the like; null while it is shown. */
  readonly minimizedReason: string | null;
}

export interface ReviewView extends ContentView {
  readonly state: string;
  readonly commitId: string;
}

const reactionsOf = (content: ContentRecord): ReactionView[] =>
  content.reactions.map(({ user, content: reaction }) => ({ login: user.login, content: reaction }));

export function viewIssue(issue: IssueRecord, world: World): IssueView {
  const place = `${fullNameOf(issue.repository)}#${issue.number}`;
  const { number, nodeId, title, body, state, stateReason, pull } = issue;
  return {
    place,
    ref: `github:${place}`,
    ...{ number, nodeId, title, body, state, stateReason },
    url: pageOf(issue, world.options),
    author: issue.author.login,
    closedBy: issue.closedBy?.login ?? null,
    labels: issue.labels.map((label) => label.name),
    reactions: reactionsOf(issue),
    pull: pull && {
      draft: pull.draft,
      merged: pull.merged,
      mergedBy: pull.mergedBy?.login ?? null,
      headRef: pull.head.ref,
      headSha: pull.head.sha,
      baseRef: pull.base.ref,
      requestedReviewers: pull.requestedReviewers.map((user) => user.login),
    },
  };
}

function viewContent(content: ContentRecord) {
  const { id, nodeId, body, createdAt, updatedAt } = content;
  return { id, nodeId, body, createdAt, updatedAt, author: content.author.login, reactions: reactionsOf(content) };
}

export function viewComment(comment: CommentRecord, world: World): CommentView {
  const url = `${pageOf(comment.issue, world.options)}#issuecomment-${comment.id}`;
  return { ...viewContent(comment), url, minimizedReason: comment.minimizedReason };
}

export function viewReview(review: ReviewRecord, world: World): ReviewView {
  const url = `${pageOf(review.issue, world.options)}#pullrequestreview-${review.id}`;
  return { ...viewContent(review), url, state: review.state, commitId: review.commitId };
}
