import { safeParseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type Payload } from '../payload/payload.ts';

/** The repository of an event, with names that GitHub can have. */
export interface EventRepository {
  /** Lower case, with `:port` where there is one. */
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
}

const DEFAULT_HOST = 'github.com';

/** The event's repository, or `null` when its name or host is not one that GitHub can have. */
export function eventRepository(payload: Payload): EventRepository | null {
  const host = eventHost(payload);
  return host === null ? null : repositoryNamed(payload.repository?.full_name ?? '', host);
}

/** `owner/repo` on `host`, or `null` when it is anything else than exactly two names. */
export function repositoryNamed(fullName: string, host: string): EventRepository | null {
  const [owner, repo, ...rest] = fullName.split('/', 3);
  if (owner === undefined || repo === undefined || rest.length > 0) return null;
  // Names are judged in one place: by whether they make a ref.
  return refIn({ host, owner, repo }, 1) === null ? null : { host, owner, repo };
}

/** The work item `number` of a repository, or `null` when these parts make no ref. */
export function refIn(repository: EventRepository, number: number | null): WorkItemRef | null {
  if (number === null) return null;
  const { host, owner, repo } = repository;
  const path = host === DEFAULT_HOST ? `${owner}/${repo}` : `${host}/${owner}/${repo}`;
  const read = safeParseRef(`github:${path}#${number}`);
  return read.ok ? read.value : null;
}

/** True for `owner/repo` on the same host as `repository`, in any letter case. */
export function isRepository(repository: EventRepository, fullName: string): boolean {
  return `${repository.owner}/${repository.repo}`.toLowerCase() === fullName.toLowerCase();
}

/** Takes the host from the first URL that the payload has for the event; without one it is github.com. */
function eventHost(payload: Payload): string | null {
  const urls = [payload.repository?.html_url, payload.issue?.html_url, payload.pull_request?.html_url];
  for (const url of urls) {
    const authority = url === undefined ? null : authorityOf(url);
    if (authority !== null) return isHost(authority) ? authority : null;
  }
  return DEFAULT_HOST;
}

/** Lower-case `host[:port]` of an http(s) URL, or `null` when the text is no such URL. */
function authorityOf(url: string): string | null {
  const scheme = /^https?:\/\//i.exec(url.slice(0, 8));
  if (scheme === null) return null;
  const rest = url.slice(scheme[0].length, scheme[0].length + 512);
  const end = rest.search(/[/?#\\]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  return authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
}

/** A host is one that makes a ref: a dotted name, or a bare one with a port. */
function isHost(host: string): boolean {
  return host === DEFAULT_HOST || safeParseRef(`github:${host}/o/r#1`).ok;
}
