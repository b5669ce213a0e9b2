import { type Treatment } from './treatment.ts';

/** What the matrix says of an event and action; `deleted` and `none` are never input. */
export type MatrixEntry = Exclude<Treatment, 'checklist' | 'binding'> | 'deleted' | 'none';

const TICKET_CHANGES = {
  opened: 'notice',
  edited: 'notice',
  reopened: 'notice',
  labeled: 'arming',
  closed: 'closing',
} as const;

/** Words come in three shapes with one life: made, changed, taken back. */
const WORDS = { created: 'speech', edited: 'edited', deleted: 'deleted' } as const;

/** What each event may do, by action. An action that is not listed is no input (`none`). */
export const actionMatrix: Readonly<Record<string, Readonly<Record<string, MatrixEntry>>>> = {
  issues: { ...TICKET_CHANGES, transferred: 'moved' },
  issue_comment: WORDS,
  // GitHub transfers no pull request; it moves with its repository, and then we say so ourselves.
  pull_request: { ...TICKET_CHANGES, ready_for_review: 'notice', transferred: 'moved' },
  pull_request_review: { submitted: 'speech', edited: 'edited', dismissed: 'dismissal' },
  pull_request_review_comment: WORDS,
  pull_request_review_thread: { unresolved: 'notice' },
  workflow_run: { completed: 'ci' },
  check_run: { completed: 'ci' },
  check_suite: { completed: 'ci' },
  // A status has no action; its state stands in the place of one.
  status: { success: 'ci', failure: 'ci', error: 'ci' },
};

/** The events that can be input at all, as GitHub names them. */
export const routableEvents: readonly string[] = Object.keys(actionMatrix);

/** What an event with this action may do. `null`: an event that never names a work item. */
export function matrixEntry(event: string, action: string): MatrixEntry | null {
  if (!Object.hasOwn(actionMatrix, event)) return null;
  const actions = actionMatrix[event] ?? {};
  return Object.hasOwn(actions, action) ? (actions[action] ?? 'none') : 'none';
}
