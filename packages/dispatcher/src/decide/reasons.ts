/**
 * What a reason says about the delivery: it did something, it was refused with an answer, it ended without effect, or
 * it waits for an answer.
 */
export type ReasonClass = 'acts' | 'refuses' | 'drops' | 'waits';

interface ReasonEntry {
  readonly class: ReasonClass;
  readonly sentence: string;
}

/** Every reason a decision can have, with the sentence that `why` and `explain` print. */
export const REASONS = {
  'session-spawned': { class: 'acts', sentence: 'A session is started for the work item.' },
  'event-delivered': { class: 'acts', sentence: 'The event goes to the conversation that owns it.' },
  'endpoint-spawned': {
    class: 'acts',
    sentence: 'The pull request gets a conversation of its own, told of the event.',
  },
  'pull-request-bound': { class: 'acts', sentence: 'The pull request is recorded as delivering the work item.' },
  'handed-to-graph': { class: 'acts', sentence: 'The command answers a gate, so the graph reads it.' },
  'answer-recorded': { class: 'acts', sentence: 'The session is paused; the words were still given to its gate.' },
  'checklist-noted': { class: 'acts', sentence: 'Boxes of our checklist were changed; the graph is told.' },
  'item-moved': {
    class: 'acts',
    sentence: 'The work item or pull request has another name, and everything that is kept of it follows.',
  },
  'session-resumed': { class: 'acts', sentence: 'Deliveries to the paused session go on.' },
  'already-running': { class: 'acts', sentence: 'The session runs already; the command is recorded.' },
  'session-held': { class: 'acts', sentence: 'Deliveries to the agent are held until it is resumed.' },
  'nothing-to-pause': { class: 'acts', sentence: 'No active session exists; the command is recorded.' },
  'session-stopped': { class: 'acts', sentence: 'The session is ended and its checkout kept.' },
  'nothing-to-stop': { class: 'acts', sentence: 'No session exists; the command is recorded.' },
  'item-cleaned': { class: 'acts', sentence: 'What the work item held on this machine is released.' },
  'nothing-to-clean': { class: 'acts', sentence: 'No session and no checkout exists; the command is recorded.' },
  'status-told': { class: 'acts', sentence: 'The thread is told where the work item stands.' },
  'help-told': { class: 'acts', sentence: 'The thread is told which commands exist.' },
  'item-ended': {
    class: 'acts',
    sentence: 'The work item was closed by someone authorized: session ended, checkout released.',
  },
  'item-ended-checkout-kept': {
    class: 'acts',
    sentence: 'The work item was closed by someone not authorized: session ended, checkout kept.',
  },
  'closed-by-merge': {
    class: 'acts',
    sentence: 'GitHub closed the ticket because of a merge or commit while its process is not finished: all goes on.',
  },
  'pull-request-ended': { class: 'acts', sentence: 'A bound pull request ended; the work item goes on.' },
  'linked-item-kept': {
    class: 'acts',
    sentence: 'A pull request that names the work item ended; the work item goes on.',
  },
  'edit-hinted': { class: 'refuses', sentence: 'Edited comments never command; the author is told once.' },
  'ambiguous-command': { class: 'refuses', sentence: 'One comment holds different commands; none is carried out.' },
  'unauthorized-actor': { class: 'refuses', sentence: 'Commands need a named, authorized login.' },
  'nothing-to-resume': { class: 'refuses', sentence: 'Only a paused session can be resumed.' },
  'work-unsaved': {
    class: 'refuses',
    sentence:
      'A checkout holds work that exists nowhere else: push it, or comment `the-loop cleanup --confirm` to remove it.',
  },
  'spawn-policy': { class: 'drops', sentence: 'The work item is not armed, so nothing starts for it.' },
  'awaiting-start': { class: 'drops', sentence: 'Nobody authorized has asked to start the work item.' },
  'session-paused': { class: 'drops', sentence: 'The session is paused; it reads the thread when it is resumed.' },
  'already-processed': { class: 'drops', sentence: 'The session has had this delivery.' },
  'duplicate-delivery': { class: 'drops', sentence: 'The delivery was handled before.' },
  'duplicate-body': { class: 'drops', sentence: 'The same signed body was handled under another delivery id.' },
  'duplicate-logical': { class: 'drops', sentence: 'The same happening was handled from another source.' },
  'work-item-not-found': { class: 'drops', sentence: 'Only a branch name says so, and no such work item exists.' },
  'no-work-item': { class: 'drops', sentence: 'The event names no work item.' },
  'no-session': { class: 'drops', sentence: 'No session owns what the event is about, and such an event starts none.' },
  'no-news': { class: 'drops', sentence: 'The event tells a running session nothing.' },
  'edited-comment': { class: 'drops', sentence: 'Changed words neither command nor approve, and are not delivered.' },
  'item-not-named': { class: 'drops', sentence: 'What closed carries no number, so nothing is closed for it.' },
  'state-unknown': { class: 'waits', sentence: 'A record that decides could not be read; asked again later.' },
} as const satisfies Readonly<Record<string, ReasonEntry>>;

/** Why a delivery ended as it did. Closed: nothing else is ever stored. */
export type Reason = keyof typeof REASONS;

/** The class of a reason. */
export function reasonClass(reason: Reason): ReasonClass {
  return REASONS[reason].class;
}

/** The sentence that explains a reason to a person. */
export function reasonSentence(reason: Reason): string {
  return REASONS[reason].sentence;
}

/** Whether a stored value is a reason. */
export function isReason(value: unknown): value is Reason {
  return typeof value === 'string' && Object.hasOwn(REASONS, value);
}
