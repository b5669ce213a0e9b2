import { type CommentEffect, type HookContext } from '@the-loop/graph-core';
import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { bareLogin, isListed } from '../../replies/replies.ts';
import { currentSubjects, enteredSubjects } from '../../subjects/subjects.ts';
import { renderReviewRequest } from './render-review-request.ts';

/** Asks people for a decision, where the loop is discussed; on a pull request also as GitHub asks for reviews. */
export const requestReview = defineHook({
  name: 'request-review',
  capability: 'pure',
  options: noOptions,
  run: async (context) => {
    const entered = enteredSubjects(context);
    const subjects = Object.keys(entered).length > 0 ? entered : await currentSubjects(context);
    const body = renderReviewRequest(context, subjects);
    const comment: CommentEffect = { kind: 'comment', ref: context.ref, body, purpose: 'review-request' };
    const logins = reviewersOf(context);
    return {
      status: 'pass',
      effects: logins.length === 0 ? [comment] : [comment, { kind: 'reviewers', ref: context.ref, logins }],
    };
  },
});

/** Who may answer with a review; nobody where the gate reads none. A login that we post as is not asked to review our work. */
function reviewersOf({ address, node, settings }: HookContext): string[] {
  const readsReviews = node.exit.some(({ hook }) => hook === 'classify-feedback');
  if (address.pr === undefined || !readsReviews) return [];
  return settings.authorizedUsers.filter((login) => !isListed(login, settings.ownLogins)).map(bareLogin);
}
