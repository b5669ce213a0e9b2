import { type Fact, type RemoteReader } from '@the-loop/graph-core';
import { sha256 } from '../items/sha256.ts';

/** How a check treats facts that are only recorded. */
export interface Confirming {
  /** Reads sources again; without it nothing becomes confirmed. */
  readonly remote?: RemoteReader;
  /** Facts that the asking side holds in its own log, such as answers typed on this machine. */
  readonly holds?: (fact: Fact) => boolean;
  /** Who may answer gates today; an answer of anybody else is not confirmed. */
  readonly authorizedUsers: readonly string[];
}

interface Said {
  readonly author: string;
  readonly body: string;
}

async function readSource(remote: RemoteReader, source: Fact['source']): Promise<Said | null> {
  if (source.kind === 'comment') {
    const answer = await remote.readComment(source.ref, source.id);
    return answer.kind === 'found' ? answer : null;
  }
  if (source.kind !== 'review' && source.kind !== 'inline') return null;
  const all = await remote.listComments(source.ref);
  return all.find((comment) => comment.id === source.id && comment.kind === source.kind) ?? null;
}

function isListed(login: string, users: readonly string[]): boolean {
  return users.some((user) => user.replace(/^@/, '').toLowerCase() === login.toLowerCase());
}

/**
 * Whether a fact is more than a line in a file: held by the asking side, or its source says the same today. Rejects
 * when the source cannot be asked, because not knowing is not a no.
 */
export async function isConfirmed(fact: Fact, confirming: Confirming): Promise<boolean> {
  if (confirming.holds?.(fact) === true) return true;
  const { source } = fact;
  if (confirming.remote === undefined || !('bodyDigest' in source)) return false;
  const said = await readSource(confirming.remote, source);
  if (said === null || !isListed(said.author, confirming.authorizedUsers)) return false;
  return said.author.toLowerCase() === fact.by.login.toLowerCase() && sha256(said.body) === source.bodyDigest;
}
