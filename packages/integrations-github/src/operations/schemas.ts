import { type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type GithubComment, type GithubReview, type GithubReviewComment } from '../answer/comment.ts';
import { type GithubActor, type GithubItem, type GithubPullRequest } from '../answer/item.ts';
import { refOfPage } from '../ref/page-ref.ts';

/** The fields of GitHub's answers that are used, checked. See https://docs.github.com/en/rest */
const ActorSchema = v.nullish(
  v.pipe(
    v.object({ login: v.string(), id: v.number() }),
    v.transform((actor) => toActor(actor)),
  ),
  null,
);
const BodySchema = v.nullish(v.string(), '');
const IdSchema = v.pipe(v.number(), v.integer(), v.transform(String));
const LabelsSchema = v.pipe(
  v.array(v.union([v.string(), v.object({ name: v.nullish(v.string(), '') })])),
  v.transform((labels) =>
    labels.map((label) => (typeof label === 'string' ? label : label.name)).filter((name) => name !== ''),
  ),
);
const PageSchema = v.pipe(v.string(), v.rawTransform(toRef));

const itemFields = {
  html_url: PageSchema,
  node_id: v.string(),
  title: v.string(),
  body: BodySchema,
  user: ActorSchema,
  state: v.picklist(['open', 'closed']),
  labels: LabelsSchema,
  created_at: v.string(),
  updated_at: v.string(),
  closed_at: v.nullable(v.string()),
};

export const UserSchema = v.pipe(
  v.object({ login: v.string(), id: v.number() }),
  v.transform((actor) => toActor(actor)),
);

export const ItemSchema = v.pipe(
  v.object({
    ...itemFields,
    state_reason: v.nullish(v.string(), ''),
    closed_by: ActorSchema,
    pull_request: v.optional(v.unknown()),
  }),
  v.transform((item): GithubItem => {
    const kind = item.pull_request === undefined ? 'issue' : 'pull-request';
    return { ...commonFields(item), kind, stateReason: item.state_reason, closedBy: item.closed_by };
  }),
);

const EndSchema = v.object({
  ref: v.string(),
  sha: v.string(),
  repo: v.nullish(v.object({ full_name: v.string(), default_branch: v.optional(v.string(), '') }), null),
});

export const PullSchema = v.pipe(
  v.object({
    ...itemFields,
    draft: v.optional(v.boolean(), false),
    merged: v.boolean(),
    merged_at: v.nullable(v.string()),
    merged_by: ActorSchema,
    merge_commit_sha: v.nullish(v.string(), null),
    head: EndSchema,
    base: EndSchema,
    requested_reviewers: v.nullish(v.array(v.object({ login: v.string() })), []),
  }),
  v.transform((pull): GithubPullRequest => {
    const { draft, merged, base } = pull;
    return {
      ...commonFields(pull),
      kind: 'pull-request',
      ...{ draft, merged },
      mergedAt: pull.merged_at,
      mergedBy: pull.merged_by,
      mergeCommitSha: pull.merge_commit_sha,
      head: endOf(pull.head),
      base: endOf(base),
      defaultBranch: base.repo?.default_branch ?? '',
      requestedReviewers: pull.requested_reviewers.map(({ login }) => login),
    };
  }),
);

const commentFields = {
  id: IdSchema,
  node_id: v.string(),
  html_url: v.string(),
  user: ActorSchema,
  body: BodySchema,
};
const datedFields = { ...commentFields, created_at: v.string(), updated_at: v.string() };

export const CommentSchema = v.pipe(
  v.object(datedFields),
  v.transform((comment) => toComment(comment)),
);

export const ReviewCommentSchema = v.pipe(
  v.object({
    ...datedFields,
    pull_request_review_id: v.nullish(v.number(), null),
    path: v.string(),
    line: v.nullish(v.number(), null),
    original_line: v.nullish(v.number(), null),
    commit_id: v.string(),
  }),
  v.transform((comment): GithubReviewComment => {
    const reviewId = comment.pull_request_review_id === null ? '' : String(comment.pull_request_review_id);
    const line = comment.line ?? comment.original_line;
    return { ...toComment(comment), reviewId, path: comment.path, line, commitId: comment.commit_id };
  }),
);

/** Null for a review that was not submitted yet: only its author sees it. */
export const ReviewSchema = v.pipe(
  v.object({
    ...commentFields,
    state: v.string(),
    submitted_at: v.optional(v.string()),
    commit_id: v.nullish(v.string(), ''),
  }),
  v.transform((review): GithubReview | null => {
    const state = REVIEW_STATES.find((known) => known === review.state.toUpperCase());
    if (state === undefined || review.submitted_at === undefined) return null;
    return { ...toPosted(review), createdAt: review.submitted_at, state, commitId: review.commit_id };
  }),
);

const REVIEW_STATES = ['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'] as const;

function toActor({ login, id }: GithubActor): GithubActor {
  return { login, id };
}

function toRef({ dataset, addIssue, NEVER }: v.RawTransformContext<string>): {
  readonly ref: WorkItemRef;
  readonly url: string;
} {
  const ref = refOfPage(dataset.value);
  if (ref !== null) return { ref, url: dataset.value };
  addIssue({ message: 'not the page of an issue or pull request' });
  return NEVER;
}

interface ReadItem {
  readonly html_url: { readonly ref: WorkItemRef; readonly url: string };
  readonly node_id: string;
  readonly title: string;
  readonly body: string;
  readonly user: GithubActor | null;
  readonly state: 'open' | 'closed';
  readonly labels: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
}

function commonFields(item: ReadItem) {
  const { title, state, labels } = item;
  return {
    ref: item.html_url.ref,
    nodeId: item.node_id,
    url: item.html_url.url,
    ...{ title, state, labels },
    body: item.body,
    author: item.user,
    createdAt: item.created_at,
    updatedAt: item.updated_at,
    closedAt: item.closed_at,
  };
}

interface ReadPosted {
  readonly id: string;
  readonly node_id: string;
  readonly html_url: string;
  readonly user: GithubActor | null;
  readonly body: string;
}

function toPosted({ id, node_id: nodeId, html_url: url, user: author, body }: ReadPosted) {
  return { id, nodeId, url, on: refOfPage(url), author, body };
}

function toComment(comment: ReadPosted & { readonly created_at: string; readonly updated_at: string }): GithubComment {
  return { ...toPosted(comment), createdAt: comment.created_at, updatedAt: comment.updated_at };
}

function endOf({ ref, sha, repo }: v.InferOutput<typeof EndSchema>) {
  return { ref, sha, repository: repo?.full_name ?? null };
}
