import { type GateComment, loginKey } from '@the-loop/graph-core';
import { readStatement } from './read-statement.ts';
import { stand, type Tally } from './tally.ts';

/** What a review's state is compared with. */
export interface ReviewScope {
  /** The commit that is asked about; empty when unknown. */
  readonly headSha: string;
  /** An earlier decision used the review up. */
  readonly consumed: boolean;
}

/** States that decide something; whatever else GitHub may say decides nothing. */
const VERDICTS: ReadonlySet<string> = new Set(['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']);

/** Whether a review carries a verdict of its own, beside which its words decide nothing. */
export function hasVerdict({ kind, reviewState, action }: GateComment): boolean {
  const state = action === 'dismissed' ? 'DISMISSED' : reviewState;
  return kind === 'review' && state !== undefined && VERDICTS.has(state);
}

/** Reads the state of a review: it counts whatever its time, on the commit that is asked about. */
export function readNativeReview(review: GateComment, scope: ReviewScope, tally: Tally): void {
  if (review.action === 'dismissed' || review.reviewState === 'DISMISSED') {
    dismiss(review, tally);
    return;
  }
  const { consumed } = scope;
  const stale = isStale(review, scope);
  if (review.reviewState === 'CHANGES_REQUESTED')
    stand(tally, { decision: stale || consumed ? 'holds' : 'changes', comment: review });
  else if (!consumed) stand(tally, { decision: stale ? 'stale' : 'approve', comment: review });
  if (consumed) return;
  tally.read.push(review);
  tally.hasComments ||= readStatement(review.body).hasComments;
}

function isStale({ commitId = '' }: GateComment, { headSha }: ReviewScope): boolean {
  return commitId !== '' && headSha !== '' && commitId !== headSha;
}

/** Takes back the review it names; without ids, whatever review of that person stands. */
function dismiss({ author, id = '' }: GateComment, { standing }: Tally): void {
  const key = loginKey(author);
  const comment = standing.get(key)?.comment;
  const earlier = comment?.id ?? '';
  const another = id !== '' && earlier !== '' && id !== earlier;
  if (comment?.kind === 'review' && !another) standing.delete(key);
}
