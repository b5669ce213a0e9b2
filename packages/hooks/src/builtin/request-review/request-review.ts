import { defineHook } from '../../definition/define-hook.ts';
import { noOptions } from '../../definition/no-options.ts';
import { currentSubjects, enteredSubjects } from '../../subjects/subjects.ts';
import { renderReviewRequest } from './render-review-request.ts';

/** Asks people for a decision, where the loop is discussed. */
export const requestReview = defineHook({
  name: 'request-review',
  capability: 'pure',
  options: noOptions,
  run: async (context) => {
    const entered = enteredSubjects(context);
    const subjects = Object.keys(entered).length > 0 ? entered : await currentSubjects(context);
    const body = renderReviewRequest(context, subjects);
    return { status: 'pass', effects: [{ kind: 'comment', ref: context.ref, body, purpose: 'review-request' }] };
  },
});
