import * as v from 'valibot';

/** Everything people can be told about. */
const NOTIFICATION_EVENTS = [
  'decision-pending',
  'phase-approval-pending',
  'pr-review-pending',
  'security-sign-off-pending',
  'conflict-escalated',
  'work-item-complete',
] as const;

/** What is told, and to whom where the operator named nobody for it. */
export const notifyOptions = v.strictObject({
  event: v.optional(v.picklist(NOTIFICATION_EVENTS), 'phase-approval-pending'),
  roles: v.optional(v.array(v.pipe(v.string(), v.nonEmpty('is the name of a role'))), []),
});
