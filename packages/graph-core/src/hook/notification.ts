/** Everything people can be told about. */
export const NOTIFICATIONS = [
  'decision-pending',
  'phase-approval-pending',
  'pr-review-pending',
  'security-sign-off-pending',
  'conflict-escalated',
  'work-item-complete',
] as const;

/** The name of something people can be told about. */
export type Notification = (typeof NOTIFICATIONS)[number];

const DEFAULT_ROLES: Readonly<Record<Notification, readonly string[]>> = {
  'decision-pending': ['approver'],
  'phase-approval-pending': ['approver'],
  'pr-review-pending': ['reviewer', 'approver'],
  'security-sign-off-pending': ['approver'],
  'conflict-escalated': ['approver'],
  'work-item-complete': ['approver'],
};

/** Whom to tell: those named for the event, else the graph's, else the event's own. An empty list that is named tells nobody. */
export function rolesToTell(
  event: Notification,
  named: Readonly<Record<string, readonly string[]>>,
  ofGraph: readonly string[] = [],
): readonly string[] {
  return named[event] ?? (ofGraph.length > 0 ? ofGraph : DEFAULT_ROLES[event]);
}
