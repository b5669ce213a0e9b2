import { type WorkItemRef } from '@the-loop/graph-core';
import { GithubError } from '../github-error.ts';

/** GitHub's limit, in characters. */
const BODY_LIMIT = 65_536;

/** Refuses what GitHub would refuse, before it is sent. Throws `GITHUB_VALIDATION`. */
export function checkBody(body: string, ref: WorkItemRef): void {
  const length = Array.from(body).length;
  if (body.trim() !== '' && length <= BODY_LIMIT) return;
  throw new GithubError('GITHUB_VALIDATION', `a comment has 1 to ${BODY_LIMIT} characters; this one has ${length}`, {
    target: ref.host,
    remedy: 'Shorten the text, or publish it as a file and link it.',
  });
}

/** Ids are digits; anything else never becomes a part of an address. Throws `GITHUB_VALIDATION`. */
export function checkId(id: string): string {
  if (/^\d{1,19}$/.test(id)) return id;
  throw new GithubError('GITHUB_VALIDATION', `not the id of a comment: ${JSON.stringify(id.slice(0, 40))}`);
}

/** Whether two texts are the same but for line ends and blanks around them, which GitHub may change. */
export function isSameText(a: string, b: string): boolean {
  return a.replaceAll('\r\n', '\n').trim() === b.replaceAll('\r\n', '\n').trim();
}

/** Whether a line of the text is the marker and nothing else, so that quoting it finds nothing. */
export function hasLine(body: string, marker: string): boolean {
  return body.split(/\r?\n/).some((line) => line.trim() === marker);
}
