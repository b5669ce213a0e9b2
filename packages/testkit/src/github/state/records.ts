/** What the emulated GitHub remembers. Records are mutable and shared; JSON is made of them by `render/`. */

/** A person, a bot or an organization. */
export interface UserRecord {
  readonly login: string;
  readonly id: number;
  readonly nodeId: string;
  readonly type: 'User' | 'Bot' | 'Organization';
}

export interface LabelRecord {
  readonly id: number;
  readonly nodeId: string;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

export interface RepositoryRecord {
  readonly id: number;
  readonly nodeId: string;
  owner: UserRecord;
  name: string;
  readonly defaultBranch: string;
  readonly private: boolean;
  readonly createdAt: string;
  /** Lower-case logins; null where nobody said who they are. */
  readonly collaborators: ReadonlySet<string> | null;
  /** By lower-case name. */
  readonly labels: Map<string, LabelRecord>;
  /** Issues and pull requests share one sequence of numbers. */
  readonly issues: Map<number, IssueRecord>;
  lastNumber: number;
}

export type ReactionContent = '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes';

export interface ReactionRecord {
  readonly id: number;
  readonly nodeId: string;
  readonly content: ReactionContent;
  readonly user: UserRecord;
  readonly createdAt: string;
}

/** One saved text: the first is the text as created, each later one an edit. */
interface EditRecord {
  readonly at: string;
  readonly editor: UserRecord;
  readonly text: string;
}

/** What comments, reviews, issues and pull requests have in common. */
export interface ContentRecord {
  readonly id: number;
  nodeId: string;
  readonly author: UserRecord;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
  readonly edits: EditRecord[];
  readonly reactions: ReactionRecord[];
}

/** What somebody did to an item, as its timeline shows it. */
export interface TimelineRecord {
  readonly kind: 'LabeledEvent' | 'ReopenedEvent' | 'ReadyForReviewEvent';
  readonly at: string;
  readonly by: UserRecord;
  readonly label: LabelRecord | null;
}

export interface IssueRecord extends ContentRecord {
  readonly repository: RepositoryRecord;
  readonly number: number;
  title: string;
  labels: LabelRecord[];
  state: 'open' | 'closed';
  stateReason: 'completed' | 'not_planned' | 'reopened' | null;
  closedAt: string | null;
  closedBy: UserRecord | null;
  /** Stays when it is opened again. */
  lastClosing: { readonly at: string; readonly byPull: boolean } | null;
  readonly timeline: TimelineRecord[];
  readonly comments: CommentRecord[];
  pull: PullRecord | null;
  /** Where the issue went; reads answer 301. */
  movedTo: IssueRecord | null;
  /** Reads answer 410. */
  deleted: boolean;
}

export interface BranchEnd {
  readonly ref: string;
  readonly sha: string;
  readonly repository: RepositoryRecord;
}

interface Identified {
  readonly id: number;
  readonly nodeId: string;
}

/** A workflow of one job that ended. */
export interface CheckRecord {
  readonly name: string;
  readonly conclusion: 'success' | 'failure' | 'cancelled' | 'skipped';
  readonly sha: string;
  readonly at: string;
  readonly run: Identified;
  readonly suite: Identified;
  readonly workflow: Identified;
}

/** What a service said of a commit. */
export interface StatusRecord extends Identified {
  readonly context: string;
  readonly state: 'success' | 'failure' | 'error' | 'pending';
  readonly sha: string;
  readonly at: string;
}

export interface PullRecord {
  readonly id: number;
  readonly nodeId: string;
  head: BranchEnd;
  readonly base: BranchEnd;
  draft: boolean;
  merged: boolean;
  mergedAt: string | null;
  mergedBy: UserRecord | null;
  mergeCommitSha: string | null;
  requestedReviewers: UserRecord[];
  readonly reviews: ReviewRecord[];
  readonly reviewComments: ReviewCommentRecord[];
  readonly checks: CheckRecord[];
  readonly statuses: StatusRecord[];
}

export interface CommentRecord extends ContentRecord {
  readonly issue: IssueRecord;
  /** Why it is folded away; null while it is not. */
  minimizedReason: MinimizedReason | null;
}

/** GitHub's classifiers for hiding a comment. */
export const MINIMIZED_REASONS = ['ABUSE', 'DUPLICATE', 'OFF_TOPIC', 'OUTDATED', 'RESOLVED', 'SPAM'] as const;
type MinimizedReason = (typeof MINIMIZED_REASONS)[number];

export interface ReviewRecord extends ContentRecord {
  readonly issue: IssueRecord;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  readonly commitId: string;
}

export interface ReviewCommentRecord extends ContentRecord {
  readonly issue: IssueRecord;
  readonly review: ReviewRecord;
  readonly path: string;
  readonly line: number;
  readonly commitId: string;
  readonly inReplyTo: number | null;
}
