import { type Command } from '../command/command.ts';
import { parseCommand } from '../command/parse-command.ts';
import { moveOf } from '../event/move.ts';
import { hasSelfMarker } from '../markers.ts';
import { type Candidate } from './candidate.ts';
import { type DropReason } from './drop-reason.ts';
import { type Treatment } from './treatment.ts';

/** One condition that keeps a delivery from being an input. */
export interface Guard {
  readonly reason: DropReason;
  /** What it looks at, as people read it: a delivery is dropped when this holds. */
  readonly about: string;
  readonly drops: (candidate: Candidate) => boolean;
}

/**
 * The guards in their order; the first that drops decides. What is ours is recognized before anybody is judged, and
 * everybody is judged before any text is read as an instruction.
 */
export const guards: readonly Guard[] = [
  { reason: 'disabled-event', about: 'the operator enabled events, and not this one', drops: isDisabled },
  { reason: 'no-work-item', about: 'the event never names a work item', drops: ({ entry }) => entry === null },
  { reason: 'malformed-payload', about: 'the payload lacks what its event name promises', drops: isMalformed },
  { reason: 'ignored-action', about: 'the action is no input', drops: isIgnored },
  { reason: 'unknown-host', about: 'its host is neither github.com nor configured', drops: isUnknownHost },
  { reason: 'no-work-item', about: 'nothing in it names a work item', drops: ({ links }) => links().length === 0 },
  {
    reason: 'self-authored',
    about: 'we said or did it ourselves (a stored checklist excepted)',
    drops: isSelfAuthored,
  },
  {
    reason: 'no-author',
    about: 'nobody is named (automation, endings and moves excepted)',
    drops: (candidate) => candidate.actor === null && needsActor(candidate),
  },
  {
    reason: 'unauthorized-actor',
    about: 'the actor is not authorized (automation, endings, moves and our own pull requests excepted)',
    drops: (candidate) => !candidate.standing.authorized && needsActor(candidate),
  },
  { reason: 'deleted-comment', about: 'the words were deleted', drops: ({ entry }) => entry === 'deleted' },
  { reason: 'edited-comment', about: 'the words were edited, and would not even be a command', drops: isIdleEdit },
];

/** Events that are nothing without someone's words. */
const WORDED: ReadonlySet<string> = new Set(['issue_comment', 'pull_request_review', 'pull_request_review_comment']);

/** What counts whoever did it. */
const FACTS: ReadonlySet<string> = new Set(['ci', 'closing', 'moved']);

/** Why the guards drop a candidate; `null` when it passes them all. */
export function dropReason(candidate: Candidate): DropReason | null {
  return guards.find(({ drops }) => drops(candidate))?.reason ?? null;
}

/** What a candidate that passed the guards may do. */
export function treatmentOf(candidate: Candidate): Treatment {
  const { entry, checklist } = candidate;
  if (isMoveAlone(candidate)) return 'moved';
  if (isOwnPullRequest(candidate)) return 'binding';
  if (checklist) return 'checklist';
  // The guards drop the other entries; data only is the least that anything may do.
  return entry === null || entry === 'none' || entry === 'deleted' ? 'ci' : entry;
}

/** The command that an edited comment would now be; `null` for everything else. It is never executed. */
export function wouldCommand({ entry, checklist, words, context }: Candidate): Command | null {
  if (entry !== 'edited' || checklist || words === null) return null;
  const parsed = parseCommand(words.body, context.control);
  return parsed.kind === 'command' ? parsed.command : null;
}

/**
 * The command in new words of a login of ours that carry no mark and are in no record of ours: whoever said it has our
 * credentials and is not us. It is never executed; `null` for everything else.
 */
export function foreignCommand({ entry, words, recorded, standing, context }: Candidate): Command | null {
  if (entry !== 'speech' || words === null || !standing.own || recorded || hasSelfMarker(words.body)) return null;
  const parsed = parseCommand(words.body, context.control);
  return parsed.kind === 'command' ? parsed.command : null;
}

function isDisabled({ context, delivery }: Candidate): boolean {
  return context.enabledEvents.length > 0 && !context.enabledEvents.includes(delivery.event);
}

/** The body must be the one that its event name promises: the name comes from a header that nobody signed. */
function isMalformed({ delivery, words, subject }: Candidate): boolean {
  if (subject.kind === 'nothing' || (WORDED.has(delivery.event) && words === null)) return true;
  return subject.kind === 'ci' && subject.at !== 'status' && subject.run === null;
}

function isIgnored(candidate: Candidate): boolean {
  return candidate.entry === 'none' || (candidate.entry === 'moved' && moveOf(candidate) === null);
}

function isUnknownHost({ repository, context }: Candidate): boolean {
  if (repository === null || repository.host === 'github.com') return false;
  return !context.hosts.some((host) => host.toLowerCase() === repository.host);
}

function isSelfAuthored(candidate: Candidate): boolean {
  const { checklist, words, recorded, standing } = candidate;
  if (checklist) return false;
  if (recorded || (words !== null && hasSelfMarker(words.body))) return true;
  return standing.own && !standing.authorized && !isFact(candidate) && !isOwnPullRequest(candidate);
}

/** Our own pull request was opened or changed by a login that can never be authorized. */
function isOwnPullRequest({ standing, entry, delivery }: Candidate): boolean {
  return standing.own && !standing.authorized && entry === 'notice' && delivery.event === 'pull_request';
}

/** Automation names nobody, and an ending or another name is a fact whoever caused it. */
function needsActor(candidate: Candidate): boolean {
  return !isFact(candidate) && !isOwnPullRequest(candidate);
}

function isFact(candidate: Candidate): boolean {
  return FACTS.has(candidate.entry ?? 'none') || isMoveAlone(candidate);
}

/** Somebody who may not ask for anything opened an issue by transferring it: that it has another name counts, and no more. */
function isMoveAlone(candidate: Candidate): boolean {
  return candidate.entry === 'notice' && !candidate.standing.authorized && moveOf(candidate) !== null;
}

function isIdleEdit(candidate: Candidate): boolean {
  return candidate.entry === 'edited' && !candidate.checklist && wouldCommand(candidate) === null;
}
