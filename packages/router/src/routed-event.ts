import { type GateComment, type WorkItemRef } from '@the-loop/graph-core';
import { type Command, type ParsedCommand } from './command/command.ts';
import { type RefMove } from './event/move.ts';
import { type Link } from './evidence/link.ts';
import { type Treatment } from './guards/treatment.ts';

/** Who caused an event, as GitHub names them. `id` survives a renamed login. */
export interface EventActor {
  readonly login: string;
  readonly id: number | null;
}

/** What an event is about. Fields that the payload does not carry are empty, `null` or absent; never guessed. */
export interface EventEntity {
  readonly kind: 'issue' | 'pull-request' | 'ci';
  /** Absent (`null`) when the payload has no usable number, and for CI. */
  readonly ref: WorkItemRef | null;
  readonly number: number | null;
  readonly labels: readonly string[];
  /** `open`, `closed`, or empty. For CI the conclusion, such as `failure`. */
  readonly state: string;
  /** `completed`, `not_planned`, `duplicate`, or empty. */
  readonly stateReason: string;
  readonly draft?: boolean;
  readonly merged?: boolean;
  /** ISO 8601, as GitHub sent it; empty when not closed. */
  readonly closedAt: string;
  readonly headSha?: string;
  readonly headRef?: string;
  /** `owner/repo` of the head branch; absent when the payload does not say. */
  readonly headRepo?: string;
  /** The head is known to be in another repository than the base (or its repository is gone). */
  readonly fromFork: boolean;
  readonly baseRef?: string;
  readonly defaultBranch?: string;
  readonly authorLogin?: string;
  /** Who merged it; `null` when it is not merged or GitHub does not say. */
  readonly mergedBy?: EventActor | null;
  readonly mergeCommitSha?: string;
}

/** How something ended, of a `closed` event. */
export type Closing = 'issue-closed' | 'pr-merged' | 'pr-closed';

/** A delivery that passed the guards, reduced to what deciding needs. Carries no free text but `comment.body`, `command.args` and `excerpt`. */
export interface RoutedEvent {
  readonly deliveryId: string;
  /** GitHub's event name, such as `issue_comment`. */
  readonly event: string;
  /** GitHub's action, such as `created`; empty when the event has none. */
  readonly action: string;
  /** What this event may do: see {@link Treatment}. */
  readonly treatment: Treatment;
  /** Lower case. */
  readonly host: string;
  /** `owner/repo` as GitHub spelled it. */
  readonly repository: string;
  /** GitHub's id of that repository, which outlives its names; `null` when the payload does not say. */
  readonly repositoryId: number | null;
  /** Who did it: the author of new words, the sender of everything else; `null` for CI and when GitHub names nobody. */
  readonly actor: EventActor | null;
  /** The actor is named and listed in `authorizedUsers`. False only for closings, moves, CI and our own pull requests. */
  readonly actorAuthorized: boolean;
  /** The actor is a login that we post as. */
  readonly actorIsOwn: boolean;
  /** The words come from an authorized person, first hand, and not from a shared identity that was not accepted. */
  readonly mayAnswerGates: boolean;
  /** Linked work items first, the pull request itself last; CI: pull requests before the branch. Never empty. */
  readonly links: readonly Link[];
  /** Ref texts whose only evidence is a branch name: to be verified before anything rests on them. */
  readonly weak: readonly string[];
  readonly entity: EventEntity;
  /** The pull request that the event is about; for CI the one that it lists, if it lists exactly one. */
  readonly pullRequest: WorkItemRef | null;
  /** The words, for comments and reviews; `null` otherwise. */
  readonly comment: GateComment | null;
  /** GitHub's node id of the comment or review; empty when absent. */
  readonly commentNodeId: string;
  /** `none` unless the treatment is `speech`. */
  readonly command: ParsedCommand;
  /** An edited comment that would now parse: nothing is done, one hint is given. */
  readonly wouldCommand: Command | null;
  /** The comment is a checklist of ours that someone edited. */
  readonly checklistEdit: boolean;
  /** The arming label is on the entity in this payload, or was just added. */
  readonly labeled: boolean;
  /** The label of a `labeled` event; empty otherwise. */
  readonly label: string;
  readonly closing: Closing | null;
  /** Who closed it; equals `actor`. `null` unless `closing`. */
  readonly closedBy: EventActor | null;
  /** That it has another name, and which; `null` otherwise. */
  readonly move: RefMove | null;
  /** Equal for the same happening under different delivery ids; `delivery:<id>` when the payload identifies nothing. */
  readonly logicalKey: string;
  /** Untrusted JSON text, bounded; the only form in which payload text reaches a prompt. */
  readonly excerpt: string;
}
