import { formatRef, type WorkItemRef } from '@the-loop/graph-core';
import { type Payload, type PayloadItem, readPayload } from '../payload/payload.ts';
import { ciLinks } from './ci-links.ts';
import { type Link, type LinkSource } from './link.ts';
import { createLinkCollector } from './link-collector.ts';
import { addLinkedItems } from './linked-items.ts';
import { eventRepository, refIn } from './repository.ts';
import { subjectOf } from './subject.ts';

/** What linking may rest on beside the payload. */
export interface LinkOptions {
  /** Hosts, beside the event's own, whose issue URLs link; `host[:port]` each. */
  readonly hosts?: readonly string[];
}

/**
 * The work items that a delivery names, each with all that says so. Ordered: GitHub's closing references, the head
 * branch, keywords in text order, then the pull request itself; for CI its pull requests, then branches. Total: any
 * payload is accepted, and what cannot be a work item names none.
 */
export function explainLinks(event: string, payload: unknown, options: LinkOptions = {}): Link[] {
  return linksOf(event, readPayload(payload), options);
}

/** As {@link explainLinks}, of a payload that was read. */
export function linksOf(event: string, payload: Payload, { hosts = [] }: LinkOptions = {}): Link[] {
  const repository = eventRepository(payload);
  const subject = subjectOf(event, payload);
  if (repository === null) return [];
  if (subject.kind === 'ci') return ciLinks(payload, subject, repository);
  if (subject.item === null) return [];
  const own = refIn(repository, subject.item.number);
  const closesOnMerge = subject.kind === 'pull-request' ? mergesToDefault(payload, subject.item) : false;
  const links = createLinkCollector({ except: own, closesOnMerge });
  if (subject.kind === 'pull-request') addLinkedItems(links, subject.item, { repository, hosts });
  return [...links.links(), ...entityLink(own, subject.at)];
}

/** Ref text to ref and sources, in the order of {@link explainLinks}. */
export function workItemSources(
  event: string,
  payload: unknown,
): Map<string, { readonly ref: WorkItemRef; readonly sources: ReadonlySet<LinkSource> }> {
  const links = explainLinks(event, payload);
  return new Map(links.map(({ ref, sources }) => [formatRef(ref), { ref, sources: new Set(sources) }]));
}

/** The work items that a delivery names, in the order of {@link explainLinks}. */
export function extractWorkItems(event: string, payload: unknown): WorkItemRef[] {
  return explainLinks(event, payload).map(({ ref }) => ref);
}

/** Ref texts whose only evidence is a branch name: the one source that can name a work item that never was. */
export function branchDerivedRefs(event: string, payload: unknown): string[] {
  return weakRefs(explainLinks(event, payload));
}

/** Ref texts of the links whose only evidence is a branch name. */
export function weakRefs(links: readonly Link[]): string[] {
  return links.filter(({ sources }) => sources.every((source) => source === 'branch')).map(({ ref }) => formatRef(ref));
}

/** The pull request that an event is itself about; `null` for issues and always for CI. */
export function prWorkItem(event: string, payload: unknown): WorkItemRef | null {
  const read = readPayload(payload);
  const subject = subjectOf(event, read);
  const repository = eventRepository(read);
  if (repository === null || subject.kind !== 'pull-request' || subject.item === null) return null;
  return refIn(repository, subject.item.number);
}

function entityLink(ref: WorkItemRef | null, at: string): Link[] {
  if (ref === null) return [];
  return [{ ref, sources: ['entity'], evidence: [{ source: 'entity', at }], closesOnMerge: false }];
}

/** GitHub closes linked issues only on a merge into the default branch. */
function mergesToDefault(payload: Payload, item: PayloadItem): boolean | 'unknown' {
  const base = item.base?.ref ?? '';
  const byDefault = item.base?.repo?.default_branch || (payload.repository?.default_branch ?? '');
  return base === '' || byDefault === '' ? 'unknown' : base === byDefault;
}
