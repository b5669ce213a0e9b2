import { isGithubName, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type ExistenceAnswer } from './existence.ts';

const ITEM_URL =
  /^https?:\/\/([^/?#@\s]{1,255})\/([^/?#\s]{1,100})\/([^/?#\s]{1,100})\/(?:issues|pull)\/([1-9]\d{0,9})(?:[?#]|$)/i;

/**
 * Where a found work item is now, as far as the answer tells: another ref after a transfer or a rename, else the one
 * that was asked. A place on another host is not followed.
 */
export function movedRef(asked: WorkItemRef, answer: ExistenceAnswer): WorkItemRef {
  const [, host = '', owner = '', repo = '', digits] = ITEM_URL.exec(urlOf(answer)) ?? [];
  if (digits === undefined || host.toLowerCase() !== asked.host.toLowerCase()) return asked;
  if (!isGithubName(owner) || !isGithubName(repo)) return asked;
  const found = { ...asked, owner, repo, number: Number(digits) };
  return sameRef(found, asked) ? asked : found;
}

function urlOf(answer: ExistenceAnswer): string {
  return 'status' in answer ? (answer.url ?? '') : htmlUrl(answer.output);
}

/** The `html_url` of the JSON that the binary printed. */
function htmlUrl(output: string): string {
  try {
    const item: unknown = JSON.parse(output);
    if (typeof item !== 'object' || item === null || !('html_url' in item)) return '';
    return typeof item.html_url === 'string' ? item.html_url : '';
  } catch {
    // Not JSON: the binary says that it exists, and not where.
    return '';
  }
}
