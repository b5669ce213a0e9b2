import * as v from 'valibot';
import { Account, Flag, Id, ItemNumber, listOf, maybe, Text } from './fields.ts';

/** `undefined`: the payload does not say. `null`: the repository is gone, or what stands there is no repository. */
const HeadRepository = v.optional(v.fallback(v.nullable(v.object({ full_name: v.string() })), null));

/** An entry that names its repository by something that is no text names it unusably, as `/` does. */
const RepositoryName = v.optional(v.nullable(v.fallback(v.string(), '/')));

const ClosingReference = v.object({
  number: ItemNumber,
  url: Text,
  repository: maybe(
    v.object({
      nameWithOwner: RepositoryName,
      name: RepositoryName,
      owner: maybe(v.object({ login: RepositoryName })),
    }),
  ),
});

const Label = v.object({ name: Text });

/** An issue or a pull request: GitHub's two shapes overlap, and a comment's `issue` may be either. */
const ItemSchema = v.object({
  number: ItemNumber,
  node_id: Text,
  html_url: Text,
  title: Text,
  body: Text,
  state: Text,
  state_reason: Text,
  labels: listOf(Label),
  user: Account,
  draft: v.fallback(v.optional(v.boolean()), undefined),
  merged: v.fallback(v.optional(v.boolean()), undefined),
  merged_by: Account,
  merge_commit_sha: Text,
  closed_at: Text,
  updated_at: Text,
  /** On an issue: present when the issue is a pull request. */
  pull_request: v.optional(v.unknown()),
  head: maybe(v.object({ ref: Text, sha: Text, repo: HeadRepository })),
  base: maybe(v.object({ ref: Text, repo: maybe(v.object({ default_branch: Text })) })),
  /** Not in GitHub's webhooks: polling and enrichment put it there. */
  closingIssuesReferences: listOf(ClosingReference),
  /** Not in GitHub's webhooks: polling puts it there. */
  isCrossRepository: Flag,
});

const CommentSchema = v.object({
  id: Id,
  node_id: Text,
  body: Text,
  user: Account,
  html_url: Text,
  created_at: Text,
  updated_at: Text,
  commit_id: Text,
});

const ReviewSchema = v.object({
  id: Id,
  node_id: Text,
  body: Text,
  user: Account,
  html_url: Text,
  state: Text,
  submitted_at: Text,
  commit_id: Text,
});

const NumberedSchema = v.object({ number: ItemNumber });

/** A workflow run, check run or check suite. */
const RunSchema = v.object({
  id: Id,
  node_id: Text,
  status: Text,
  conclusion: Text,
  head_branch: Text,
  head_sha: Text,
  updated_at: Text,
  completed_at: Text,
  head_repository: HeadRepository,
  pull_requests: listOf(NumberedSchema),
  check_suite: maybe(
    v.object({
      head_branch: Text,
      head_sha: Text,
      head_repository: HeadRepository,
      pull_requests: listOf(NumberedSchema),
    }),
  ),
});

const NamedRepository = v.object({ full_name: Text });

/** What deciding reads of a payload. Every field is total: what is missing or of another type reads as empty. */
const PayloadSchema = v.object({
  action: Text,
  repository: maybe(v.object({ id: Id, full_name: Text, html_url: Text, default_branch: Text })),
  sender: Account,
  issue: maybe(ItemSchema),
  pull_request: maybe(ItemSchema),
  comment: maybe(CommentSchema),
  review: maybe(ReviewSchema),
  label: maybe(Label),
  workflow_run: maybe(RunSchema),
  check_run: maybe(RunSchema),
  check_suite: maybe(RunSchema),
  branches: listOf(Label),
  changes: maybe(
    v.object({
      new_issue: maybe(NumberedSchema),
      new_repository: maybe(NamedRepository),
      old_issue: maybe(NumberedSchema),
      old_repository: maybe(NamedRepository),
      /** Of a repository that was renamed. */
      repository: maybe(v.object({ name: maybe(v.object({ from: Text })) })),
      /** Of a repository that changed hands. */
      owner: maybe(v.object({ from: maybe(v.object({ user: Account, organization: Account })) })),
    }),
  ),
  /** Of a `status` event. */
  id: Id,
  state: Text,
  sha: Text,
  context: Text,
  created_at: Text,
});

export type Payload = v.InferOutput<typeof PayloadSchema>;
export type PayloadItem = v.InferOutput<typeof ItemSchema>;
export type PayloadComment = v.InferOutput<typeof CommentSchema>;
export type PayloadReview = v.InferOutput<typeof ReviewSchema>;
export type PayloadRun = v.InferOutput<typeof RunSchema>;
export type PayloadClosingReference = v.InferOutput<typeof ClosingReference>;

const NOTHING: Payload = v.parse(PayloadSchema, {});

/** Reads any value as a payload. Total: never throws, and never guesses what is not there. */
export function readPayload(payload: unknown): Payload {
  const read = v.safeParse(PayloadSchema, payload);
  return read.success ? read.output : NOTHING;
}

/** Reads any value as an issue or pull request; an unreadable one is an item without a number. */
export function readItem(entity: unknown): PayloadItem | null {
  const read = v.safeParse(ItemSchema, entity);
  return read.success ? read.output : null;
}
