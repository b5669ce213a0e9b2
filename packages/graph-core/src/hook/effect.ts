/**
 * A change to the world outside the facts that a hook or a verb asks for. Nothing here has happened yet:
 * effects are stored beside the facts that caused them, then carried out, each once.
 */
export type Effect = RemoteWrite | AssignmentEffect | NotifyEffect | LogEffect | FeedbackEffect;

/** An effect that is a write to GitHub. `ref` says where to. */
export type RemoteWrite = CommentEffect | PhaseLabelEffect | ReviewersEffect | MinimizeEffect;

/** Whether an effect is a write to GitHub. */
export function isRemoteWrite(effect: Effect): effect is RemoteWrite {
  return 'ref' in effect;
}

/** Post a comment on a ticket or pull request. The self marker and the operation key are added when it is posted. */
export interface CommentEffect {
  readonly kind: 'comment';
  /** Where to, as a ref text; may be a bare item id, which the performer refuses with both remedies. */
  readonly ref: string;
  readonly body: string;
  /** Why it is posted. Checklists, goal requests and confirmations are never merged with another comment. */
  readonly purpose: CommentPurpose;
  /** Tells apart comments that one hook posts at one entry for different reasons; lower-case hex. Absent: one per entry. */
  readonly occasion?: string;
}

export type CommentPurpose =
  | 'phase-checklist'
  | 'goal-request'
  | 'confirmation'
  | 'review-request'
  | 'artifact'
  | 'audit'
  | 'hint'
  | 'acknowledgement'
  | 'announcement';

/** Make `label` the only one of the ticket's phase labels; leave every other label alone, also one of people's with the prefix. */
export interface PhaseLabelEffect {
  readonly kind: 'phase-label';
  readonly ref: string;
  readonly prefix: string;
  readonly label: string;
  /** The labels of all phases; absent in older states: no other label is known to be ours. */
  readonly known?: readonly string[];
}

/** Ask people for a review of the pull request, as GitHub does it. The author and we ourselves are left out when it is carried out. */
export interface ReviewersEffect {
  readonly kind: 'reviewers';
  readonly ref: string;
  readonly logins: readonly string[];
}

/** Fold a comment of ours away as outdated. A comment that is not ours, or stands elsewhere, is left alone. */
export interface MinimizeEffect {
  readonly kind: 'minimize';
  readonly ref: string;
  /** GitHub's id of the comment. */
  readonly id: string;
}

/** Tell the session that works on the item what its node demands. */
export interface AssignmentEffect {
  readonly kind: 'assignment';
  readonly node: string;
  /** True where the node waits for people: an agent is told not to claim. */
  readonly human: boolean;
  readonly text: string;
}

/** Tell people, by role, over the configured channels. */
export interface NotifyEffect {
  readonly kind: 'notify';
  readonly event: string;
  readonly roles: readonly string[];
  readonly text: string;
}

/** Append a line to the `## Transitions` section of the execution log, if that file exists. */
export interface LogEffect {
  readonly kind: 'log';
  readonly file: string;
  readonly line: string;
}

/** Append people's comments to the `## Review comments` section of an artifact. */
export interface FeedbackEffect {
  readonly kind: 'feedback';
  /** The artifact's file name in the item's directory. */
  readonly file: string;
  readonly outcome: string;
  readonly comments: readonly { readonly author: string; readonly body: string; readonly url: string }[];
}

/** An effect that is stored and not yet known to be done. */
export interface PendingEffect {
  /** Says which occurrence this is: `<item>[/<inner loop>]/<node>#<entry>/<boundary>/<hook>[/<n>]`. Never two alike. */
  readonly key: string;
  readonly hook: string;
  readonly node: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly effect: Effect;
  readonly attempts: number;
  /** Our own words for the last failure; empty when none. */
  readonly lastError: string;
}

/** What is remembered of an effect that was carried out. */
export interface DoneEffect {
  readonly at: string;
  /** GitHub's id of the comment, where one was posted. */
  readonly id?: string;
  readonly url?: string;
  /** The login that posted it. */
  readonly by?: string;
}
