import { formatRef } from '@the-loop/graph-core';
import { type GithubReview } from '@the-loop/integrations-github';
import { type Cycle } from './cycle.ts';
import { type Happening, RANK } from './happening.ts';
import { type KnownItem } from './ledgers.ts';
import { framed, itemParts, reviewPart } from './payloads.ts';
import { type Thread } from './thread.ts';

export interface ReviewReading {
  readonly happenings: readonly Happening[];
  readonly reviews: KnownItem['reviews'];
}

/** What was submitted and withdrawn since `from`, beside what `known` has. */
export async function readReviews(
  cycle: Cycle,
  on: Thread['item']['ref'],
  { known, from }: { readonly known: KnownItem['reviews']; readonly from: string },
): Promise<ReviewReading> {
  const listed = await cycle.ports.github.listReviews(on, { signal: cycle.signal });
  const news = listed.flatMap((review) => {
    const action = reviewAction(review, { known, from });
    return action === null ? [] : [{ review, action }];
  });
  const thread = news.length === 0 ? null : await cycle.threads.read(on);
  const happenings = thread === null ? [] : news.map(({ review, action }) => reviewHappening(action, review, thread));
  return { happenings, reviews: Object.fromEntries(listed.map(({ id, state }) => [id, state])) };
}

type ReviewAction = 'submitted' | 'dismissed';

/** A review without words that judges nothing says nothing; what a withdrawn review said at first is not told anymore. */
function reviewAction(
  review: GithubReview,
  { known, from }: { readonly known: KnownItem['reviews']; readonly from: string },
): ReviewAction | null {
  const before = known[review.id];
  // Who withdrew it is not told. Taking back an approval can only hold a gate, so its author stands for them.
  if (review.state === 'DISMISSED') return before === 'APPROVED' ? 'dismissed' : null;
  if (before !== undefined || Date.parse(review.createdAt) < Date.parse(from)) return null;
  return review.state === 'COMMENTED' && review.body.trim() === '' ? null : 'submitted';
}

function reviewHappening(action: ReviewAction, review: GithubReview, thread: Thread): Happening {
  const on = thread.item.ref;
  return {
    event: 'pull_request_review',
    guid: `poll:review:${review.id}:${action}`,
    on,
    at: action === 'submitted' ? review.createdAt : thread.item.updatedAt,
    rank: RANK.said,
    order: Number(review.id),
    payload: { ...framed(action, thread, review.author), ...itemParts(thread), review: reviewPart(review) },
    told: {
      event: 'poll.comment_forwarded',
      work_item: formatRef(on),
      comment_id: review.id,
      ...(review.author === null ? {} : { actor: review.author.login }),
      attempt: 1,
    },
  };
}
