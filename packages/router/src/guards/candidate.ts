import { type Standing, standingOf } from '../event/actor.ts';
import { type Words, wordsOf } from '../event/words.ts';
import { linksOf } from '../evidence/explain-links.ts';
import { type Link } from '../evidence/link.ts';
import { type EventRepository, eventRepository } from '../evidence/repository.ts';
import { type Subject, subjectOf } from '../evidence/subject.ts';
import { type Payload, readPayload } from '../payload/payload.ts';
import { commentKey, type Delivery, type RouteContext } from '../route-context.ts';
import { type EventActor } from '../routed-event.ts';
import { type MatrixEntry, matrixEntry } from './action-matrix.ts';

/** A delivery on its way through the guards: what it says, read once. */
export interface Candidate {
  readonly delivery: Delivery;
  readonly context: RouteContext;
  readonly payload: Payload;
  /** `null`: an event that never names a work item. */
  readonly entry: MatrixEntry | null;
  readonly subject: Subject;
  readonly repository: EventRepository | null;
  readonly words: Words | null;
  readonly actor: EventActor | null;
  readonly standing: Standing;
  /** The comment is a checklist of ours, edited by someone else. */
  readonly checklist: boolean;
  /** The comment is in our own record. */
  readonly recorded: boolean;
  /** Read on first use: most deliveries that are dropped are dropped before. */
  readonly links: () => readonly Link[];
}

/** Reads a delivery. Total: any payload makes a candidate. */
export function readCandidate(delivery: Delivery, context: RouteContext): Candidate {
  const { event } = delivery;
  const payload = readPayload(delivery.payload);
  const entry = matrixEntry(event, event === 'status' ? payload.state : payload.action);
  const words = wordsOf(event, payload);
  const actor = actorOf(entry, payload, words);
  const standing = standingOf(actor, context);
  const repository = eventRepository(payload);
  const key = keyOf(repository, words);
  const isChecklist = entry === 'edited' && words?.kind === 'comment' && context.checklists?.has(key) === true;
  let links: readonly Link[] | undefined;
  return {
    delivery,
    context,
    payload,
    entry,
    subject: subjectOf(event, payload),
    repository,
    words,
    actor,
    standing,
    checklist: isChecklist && (!standing.own || standing.authorized),
    recorded: context.ownComments?.has(key) === true,
    links: () => (links ??= linksOf(event, payload, { hosts: context.hosts })),
  };
}

/** New words speak for their author; everything else was done by the sender. Automation has no actor. */
function actorOf(entry: MatrixEntry | null, payload: Payload, words: Words | null): EventActor | null {
  if (entry === 'ci') return null;
  return entry === 'speech' ? (words?.author ?? null) : payload.sender;
}

function keyOf(repository: EventRepository | null, words: Words | null): string {
  if (repository === null || words?.id == null) return '';
  const { host, owner, repo } = repository;
  return commentKey({ host, repository: `${owner}/${repo}`, kind: words.kind, id: words.id });
}
