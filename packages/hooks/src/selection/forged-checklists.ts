import { type GateComment, type HookContext } from '@the-loop/graph-core';
import { CHECKLIST_MARKER } from '@the-loop/router';
import { bareLogin, isListed } from '../replies/replies.ts';

/** A comment of somebody else that carries the mark of our checklists. */
export interface ForgedChecklist {
  /** The author's login. */
  readonly author: string;
  /** GitHub's address of the comment; empty when it is not known. */
  readonly url: string;
}

const PLAIN_URL = /^https:\/\/[\w./#?=&%:-]{1,300}$/;
/** More are not named one by one. */
const MOST = 5;

/**
 * Comments on the thread that pretend to be the checklist. They are never read; whoever signs is told of them, in case
 * the boxes were ticked there. None when the thread cannot be read.
 */
export async function forgedChecklists({ checklist, remote, settings }: HookContext): Promise<ForgedChecklist[]> {
  if (checklist === undefined || remote === undefined) return [];
  let comments: readonly GateComment[];
  try {
    comments = await remote.listComments(checklist.ref);
  } catch {
    // Nothing depends on it but a warning.
    return [];
  }
  const known = [...settings.ownLogins, ...settings.authorizedUsers];
  return comments
    .filter(({ author, body }) => body.includes(CHECKLIST_MARKER) && !isListed(author, known))
    .slice(0, MOST)
    .map(({ author, url = '' }) => ({ author: bareLogin(author), url: PLAIN_URL.test(url) ? url : '' }));
}
