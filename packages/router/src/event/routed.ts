import { type WorkItemRef } from '@the-loop/graph-core';
import { parseCommand } from '../command/parse-command.ts';
import { weakRefs } from '../evidence/explain-links.ts';
import { type EventRepository } from '../evidence/repository.ts';
import { excerpt } from '../excerpt/excerpt.ts';
import { type Candidate } from '../guards/candidate.ts';
import { treatmentOf, wouldCommand } from '../guards/guards.ts';
import { type Treatment } from '../guards/treatment.ts';
import { type Closing, type EventEntity, type RoutedEvent } from '../routed-event.ts';
import { entityOf } from './entity.ts';
import { gateComment } from './gate-comment.ts';
import { logicalKey } from './logical-key.ts';
import { moveOf } from './move.ts';

/** Reduces a candidate that passed the guards to what deciding needs. */
export function routedEvent(candidate: Candidate, repository: EventRepository): RoutedEvent {
  const { delivery, payload, subject, words, actor, standing, context } = candidate;
  const { event, deliveryId } = delivery;
  const treatment = treatmentOf(candidate);
  const entity = entityOf(payload, subject, repository);
  const links = candidate.links();
  const closing = closingOf(treatment, entity);
  return {
    deliveryId,
    event,
    action: payload.action,
    treatment,
    host: repository.host,
    repository: `${repository.owner}/${repository.repo}`,
    repositoryId: repositoryId(candidate),
    actor,
    actorAuthorized: standing.authorized,
    actorIsOwn: standing.own,
    mayAnswerGates: mayAnswer(candidate, treatment),
    links,
    weak: weakRefs(links),
    entity,
    pullRequest: pullRequestOf(entity, candidate),
    comment: words === null ? null : gateComment(words, payload.action, entity),
    commentNodeId: words?.nodeId ?? '',
    command: treatment === 'speech' && words !== null ? parseCommand(words.body, context.control) : { kind: 'none' },
    wouldCommand: wouldCommand(candidate),
    checklistEdit: candidate.checklist,
    labeled: isLabeled(candidate, entity),
    label: payload.action === 'labeled' ? (payload.label?.name ?? '') : '',
    closing,
    closedBy: closing === null ? null : actor,
    move: moveOf(candidate),
    logicalKey: logicalKey({ event, deliveryId, payload, repository, subject, words }),
    excerpt: excerpt(event, delivery.payload),
  };
}

function repositoryId({ payload }: Candidate): number | null {
  return payload.repository?.id ?? null;
}

/** A shared identity speaks for its person only where the operator accepted that. */
function mayAnswer({ standing, context }: Candidate, treatment: Treatment): boolean {
  if (treatment !== 'speech' && treatment !== 'dismissal') return false;
  return standing.authorized && (!standing.own || context.sharedIdentityAccepted);
}

function closingOf(treatment: Treatment, entity: EventEntity): Closing | null {
  if (treatment !== 'closing') return null;
  if (entity.kind !== 'pull-request') return 'issue-closed';
  return entity.merged === true ? 'pr-merged' : 'pr-closed';
}

/** CI lists the pull requests that it ran for; with exactly one it is about that one. */
function pullRequestOf(entity: EventEntity, { links }: Candidate): WorkItemRef | null {
  if (entity.kind === 'pull-request') return entity.ref;
  const listed = entity.kind === 'ci' ? links().filter(({ sources }) => sources.includes('entity')) : [];
  return listed.length === 1 ? (listed[0]?.ref ?? null) : null;
}

function isLabeled({ context, payload }: Candidate, entity: EventEntity): boolean {
  if (context.label === '') return false;
  const added = payload.action === 'labeled' && payload.label?.name === context.label;
  return added || entity.labels.includes(context.label);
}
