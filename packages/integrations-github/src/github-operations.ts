import { type WorkItemRef } from '@the-loop/graph-core';
import {
  type CommentAnswer,
  type GithubComment,
  type GithubEdit,
  type GithubReview,
  type GithubReviewComment,
  type ReactionContent,
  type ReactionTarget,
} from './answer/comment.ts';
import { type GithubDelivery } from './answer/delivery.ts';
import {
  type GithubActor,
  type GithubClosing,
  type GithubItem,
  type GithubItemEvent,
  type GithubPullRequest,
  type ItemAnswer,
} from './answer/item.ts';
import { type GithubRate } from './answer/rate.ts';
import { type GithubRepository } from './answer/repository.ts';
import { type GithubSurvey, type SurveyedNumbers } from './answer/survey.ts';
import { type GithubError } from './github-error.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A read that costs nothing when nothing changed: give back the `etag` of the last answer to the same question. */
export interface ConditionalRead extends CallOptions {
  /** ISO 8601; only what changed at or after it. */
  readonly since?: string;
  readonly etag?: string;
}

export type Changes<Entry> =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly entries: readonly Entry[]; readonly etag: string | null };

/** The one label with that prefix that an item shall have. */
export interface LabelGroup {
  readonly prefix: string;
  readonly label: string;
  /** All labels of the group; others are people's, also with the prefix. */
  readonly known: readonly string[];
}

/** What was done to the labels: nothing at all when they were right. */
export interface LabelGroupChange {
  readonly added: string | null;
  readonly removed: readonly string[];
  /** How many writes it took. */
  readonly writes: number;
}

/** What became of a request for reviews. */
export interface ReviewersAnswer {
  readonly asked: readonly string[];
  readonly refused: readonly string[];
  /** The fault that ended it before everybody was asked; absent when nothing did. */
  readonly broken?: { readonly fault: GithubError; readonly unasked: readonly string[] };
  /** How many writes were tried. */
  readonly writes: number;
}

/**
 * The closed set of what the product asks of GitHub. A ref's host picks the entry of the configuration.
 *
 * Every method throws `GithubError` with the codes of `errors.ts`, or the reason of the signal that ended it.
 * Lists are whole. A write that failed with `ambiguous` may have taken place: look with `findComment` before repeating it.
 */
export interface GithubOperations {
  /** The account that writes to this host. An App is `<slug>[bot]`. Asked once per host. */
  whoami(host: string, options?: CallOptions): Promise<GithubActor>;
  /** What was asked of a host so far, and how much more may be. Asks nothing. */
  rate(host: string): Promise<GithubRate>;
  getItem(ref: WorkItemRef, options?: CallOptions): Promise<ItemAnswer>;
  getPullRequest(ref: WorkItemRef, options?: CallOptions): Promise<GithubPullRequest>;
  /** Posts `body` as it is; see `stamp`. When the answer is lost, a comment with the body's operation key is looked for. */
  addComment(ref: WorkItemRef, body: string, options?: CallOptions): Promise<GithubComment>;
  updateComment(
    ref: WorkItemRef,
    comment: { readonly id: string; readonly body: string },
    options?: CallOptions,
  ): Promise<GithubComment>;
  readComment(ref: WorkItemRef, id: string, options?: CallOptions): Promise<CommentAnswer>;
  /** Oldest first. */
  listComments(
    ref: WorkItemRef,
    options?: CallOptions & { readonly since?: string },
  ): Promise<readonly GithubComment[]>;
  /** The oldest comment by `author` (us when left out) that carries `marker` on a line of its own; null when there is none. */
  findComment(
    ref: WorkItemRef,
    wanted: { readonly marker: string; readonly author?: string; readonly since?: string },
    options?: CallOptions,
  ): Promise<GithubComment | null>;
  /** Submitted reviews, oldest first. */
  listReviews(ref: WorkItemRef, options?: CallOptions): Promise<readonly GithubReview[]>;
  listReviewComments(ref: WorkItemRef, options?: CallOptions): Promise<readonly GithubReviewComment[]>;
  /** Makes `label` the only one with its prefix. Other labels are never touched; nothing is written when it is right. */
  syncLabelGroup(ref: WorkItemRef, group: LabelGroup, options?: CallOptions): Promise<LabelGroupChange>;
  /** Adding the same reaction again changes nothing. */
  addReaction(target: ReactionTarget, content: ReactionContent, options?: CallOptions): Promise<void>;
  /**
   * Asks people to review a pull request. GitHub takes all or nobody, so where it refuses several they are asked one by one.
   * Whoever is not among the requested reviewers afterwards is `refused`: the author, somebody without access, or one more than the
   * plan of the repository takes. A fault that comes after somebody was asked one by one is part of the answer (`broken`).
   */
  requestReviewers(ref: WorkItemRef, logins: readonly string[], options?: CallOptions): Promise<ReviewersAnswer>;
  /** Folds a comment of a conversation away as outdated; its text stays. Doing it again changes nothing. */
  minimizeComment(node: { readonly host: string; readonly nodeId: string }, options?: CallOptions): Promise<void>;
  /** Every saved text, oldest first; empty for a text that was never edited. */
  editHistory(
    node: { readonly host: string; readonly nodeId: string },
    options?: CallOptions,
  ): Promise<readonly GithubEdit[]>;
  /** Issues that GitHub will close when the pull request merges, with the repository each is in. */
  closingReferences(ref: WorkItemRef, options?: CallOptions): Promise<readonly WorkItemRef[]>;
  /** The last closing of an issue or pull request, open again or not; null when it was never closed. */
  closer(ref: WorkItemRef, options?: CallOptions): Promise<GithubClosing | null>;
  /** Issues and pull requests of a repository, latest change first. */
  listItems(
    repository: GithubRepository,
    options?: ConditionalRead & { readonly state?: 'open' | 'all' },
  ): Promise<Changes<GithubItem>>;
  /** The latest labellings, reopenings and ends of drafts of many items in one request, by number, oldest first. */
  listItemEvents(
    repository: GithubRepository,
    numbers: readonly number[],
    options?: CallOptions,
  ): Promise<ReadonlyMap<number, readonly GithubItemEvent[]>>;
  /**
   * What the repository is called now, what automation made of the heads of many pull requests, and which of many items
   * are not there: in one request for up to 25 pull requests and 100 items.
   */
  surveyRepository(
    repository: GithubRepository,
    numbers: SurveyedNumbers,
    options?: CallOptions,
  ): Promise<GithubSurvey>;
  /** Comments of all conversations of a repository, latest change first. */
  listRepositoryComments(repository: GithubRepository, options?: ConditionalRead): Promise<Changes<GithubComment>>;
  listRepositoryReviewComments(
    repository: GithubRepository,
    options?: ConditionalRead,
  ): Promise<Changes<GithubReviewComment>>;
  /** Ids of the repository's webhooks that post to `url`. Needs a credential that may read webhooks. */
  findWebhooks(repository: GithubRepository, url: string, options?: CallOptions): Promise<readonly string[]>;
  /** Latest first, as far back as `since`. */
  listDeliveries(
    repository: GithubRepository,
    wanted: { readonly hookId: string; readonly since: string },
    options?: CallOptions,
  ): Promise<readonly GithubDelivery[]>;
  redeliver(
    repository: GithubRepository,
    delivery: { readonly hookId: string; readonly id: string },
    options?: CallOptions,
  ): Promise<void>;
}
