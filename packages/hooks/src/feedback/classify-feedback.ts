import { type GateComment } from '@the-loop/graph-core';
import { operativeText } from '@the-loop/markdown';
import { bareLogin, isReadable, isSince } from '../replies/replies.ts';
import { readVerb } from './explicit-verb.ts';
import { hasVerdict, readNativeReview } from './native-review.ts';
import { readStatement } from './read-statement.ts';
import { emptyTally, type Standing, stand, type Tally } from './tally.ts';

/** How a review gate is to be read. */
export interface FeedbackOptions {
  /** Logins whose answers count. Nobody's do when it is empty. */
  readonly authorizedUsers: readonly string[];
  /** The commit that is asked about; a review of another one does not count. Unknown when absent or empty. */
  readonly headSha?: string;
  /** How many different people must approve; at least 1. */
  readonly minApprovals?: number;
  /** Phrases of the commands where they were renamed, by verb. */
  readonly keywords?: Readonly<Record<string, string>>;
  /** When the gate was entered, ISO 8601: older text does not count, reviews do whatever their time. */
  readonly since?: string;
  /** Ids of comments and reviews that an earlier decision used up. */
  readonly consumed?: ReadonlySet<string>;
}

/** Why a gate waits, as a constant. */
export type FeedbackReason =
  | 'decided'
  | 'nobody-answered'
  | 'undecided'
  | 'condition'
  | 'wording'
  | 'ambiguous'
  | 'stale-head'
  | 'changes-standing'
  | 'too-few-approvals';

/** What people's answers come to. */
export interface Feedback {
  readonly status: 'pass' | 'wait';
  readonly outcome?: 'approved' | 'approved-with-comments' | 'changes-requested';
  /** Who decided it. */
  readonly by: string[];
  /** Ids of the comments and reviews that decided it. */
  readonly used: string[];
  readonly reason: FeedbackReason;
  /** The comments that decided it, oldest first. */
  readonly decisive: readonly GateComment[];
  /** Everything that was read, oldest first. */
  readonly read: readonly GateComment[];
  /** Logins whose change request somebody else took over with `--over`. */
  readonly over: readonly string[];
  /** Logins whose change request at an earlier commit still stands. */
  readonly holding: readonly string[];
}

/**
 * Reads a review gate's answer out of comments and reviews, oldest first. A review's state decides before words; each
 * person's latest decisive statement stands; a standing change request wins; whatever is in doubt waits.
 */
export function classifyFeedback(comments: readonly GateComment[], options: FeedbackOptions): Feedback {
  const tally = emptyTally();
  for (const comment of comments) {
    if (isReadable(comment, options.authorizedUsers)) readComment(comment, options, tally);
  }
  return conclude(tally, Math.max(1, options.minApprovals ?? 1));
}

function readComment(comment: GateComment, options: FeedbackOptions, tally: Tally): void {
  const consumed = comment.id !== undefined && options.consumed?.has(comment.id) === true;
  if (hasVerdict(comment)) readNativeReview(comment, { headSha: options.headSha ?? '', consumed }, tally);
  else if (!consumed && isSince(comment, options.since ?? '')) readWords(comment, options.keywords ?? {}, tally);
}

/** Words of an inline comment never decide; those of a review do so only as an explicit verb. */
function readWords(comment: GateComment, keywords: Readonly<Record<string, string>>, tally: Tally): void {
  tally.read.push(comment);
  if (comment.kind === 'inline') {
    tally.hasComments ||= operativeText(comment.body).trim() !== '';
    return;
  }
  if (readVerb(comment, keywords, tally)) return;
  const { decision, hasComments, unclear } = readStatement(comment.body);
  tally.hasComments ||= hasComments;
  if (comment.kind === 'review') return;
  if (decision !== 'none') stand(tally, { decision, comment });
  else if (unclear !== '') tally.unclear = unclear;
}

function conclude(tally: Tally, minApprovals: number): Feedback {
  const standing = [...tally.standing.values()];
  const of = (decision: Standing['decision']) =>
    standing.filter((one) => one.decision === decision).map(({ comment }) => comment);
  const changes = of('changes');
  const approvals = of('approve');
  const holding = of('holds').map(({ author }) => bareLogin(author));
  const common = { read: tally.read, over: [...tally.over], holding };
  if (changes.length > 0) return { ...common, ...decided(changes), outcome: 'changes-requested' };
  const reason = waitReason(tally, {
    approvals: approvals.length,
    minApprovals,
    stale: of('stale').length,
    holding: holding.length,
  });
  if (reason !== 'decided') return { ...common, status: 'wait', by: [], used: [], reason, decisive: [] };
  return { ...common, ...decided(approvals), outcome: tally.hasComments ? 'approved-with-comments' : 'approved' };
}

function waitReason(
  tally: Tally,
  count: { approvals: number; minApprovals: number; stale: number; holding: number },
): FeedbackReason {
  if (count.approvals >= count.minApprovals) return count.holding > 0 ? 'changes-standing' : 'decided';
  if (count.stale > 0) return 'stale-head';
  if (count.approvals > 0) return 'too-few-approvals';
  if (tally.unclear !== '') return tally.unclear;
  return tally.read.length === 0 ? 'nobody-answered' : 'undecided';
}

function decided(decisive: readonly GateComment[]): Pick<Feedback, 'status' | 'by' | 'used' | 'reason' | 'decisive'> {
  return {
    status: 'pass',
    by: decisive.map(({ author }) => bareLogin(author)),
    used: decisive.flatMap(({ id }) => (id === undefined || id === '' ? [] : [id])),
    reason: 'decided',
    decisive,
  };
}
