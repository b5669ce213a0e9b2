/** Why a delivery was no input, each with the sentence that people read. The union is closed: there is no other reason. */
export const dropReasons = {
  'disabled-event': 'The operator did not enable this kind of event.',
  'no-work-item':
    'The payload names no work item: an event about something else, or a repository name that GitHub cannot have.',
  'malformed-payload': 'The payload does not hold what an event of this name holds.',
  'ignored-action': 'The action matrix says that this action is no input.',
  'unknown-host': 'The event comes from a GitHub host that the operator did not configure.',
  'self-authored': 'The words are our own: they carry our marker, are in our record, or come from a login of ours.',
  'no-author': 'GitHub names nobody who said or did this, so nobody can be authorized.',
  'unauthorized-actor': 'Who said or did this is not in authorizedUsers.',
  'deleted-comment': 'A deleted comment or review says nothing.',
  'edited-comment': 'An edited comment neither commands nor approves; a new comment does.',
} as const;

/** Why a delivery was no input. */
export type DropReason = keyof typeof dropReasons;
