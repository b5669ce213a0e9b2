import { type WorkItemRef } from '@the-loop/graph-core';

const PAGE = /^https:\/\/([^/]+)\/([\w.-]+)\/([\w.-]+)\/(?:issues|pull)\/([1-9]\d{0,9})(?:$|[#?/])/;

/** The item that a page of GitHub shows; null when the address is none of an issue or pull request. */
export function refOfPage(url: string): WorkItemRef | null {
  const [, host, owner, repo, digits] = PAGE.exec(url) ?? [];
  if (!host || !owner || !repo || !digits) return null;
  return { provider: 'github', host, owner, repo, number: Number(digits) };
}
