import { type Fact, type GateComment, type LoopAddress, type RemoteReader } from '@the-loop/graph-core';
import { sha256 } from '../items/sha256.ts';

/** How a check treats facts that are only recorded. */
export interface Confirming {
  /** Reads sources again; without it nothing becomes confirmed. */
  readonly remote?: RemoteReader;
  /** Facts that the asking side holds in its own log, such as answers typed on this machine. */
  readonly holds?: (fact: Fact, address: LoopAddress) => boolean;
  /** Who may answer gates today; an answer of anybody else is not confirmed. */
  readonly authorizedUsers: readonly string[];
}

interface Said {
  readonly author: string;
  readonly body: string;
  readonly reviewState?: GateComment['reviewState'];
}

type Spoken = Extract<Fact['source'], { readonly bodyDigest: string }>;

async function readSource(remote: RemoteReader, source: Spoken): Promise<Said | null> {
  if (source.kind === 'comment') {
    const answer = await remote.readComment(source.ref, source.id);
    return answer.kind === 'found' ? answer : null;
  }
  const all = await remote.listComments(source.ref);
  return all.find((comment) => comment.id === source.id && comment.kind === source.kind) ?? null;
}

const approval = /^[ \t]*[@/]?the-loop[ \t]+approve\b/im;

/** A review backs what its state says today. One that only comments approves by the explicit verb alone. */
function isBacking(fact: Fact, { body, reviewState }: Said): boolean {
  if (fact.source.kind !== 'review') return true;
  if (reviewState === 'DISMISSED') return false;
  if (fact.kind !== 'approved' || fact.outcome === 'done') return true;
  return reviewState === 'APPROVED' || (reviewState === 'COMMENTED' && approval.test(body));
}

function isSame(login: string, other: string): boolean {
  return login.replace(/^@/, '').toLowerCase() === other.replace(/^@/, '').toLowerCase();
}

interface Asking {
  readonly fact: Fact;
  readonly remote: RemoteReader;
  readonly users: readonly string[];
}

function isBy(login: string, { fact, users }: Asking): boolean {
  return isSame(login, fact.by.login) && users.some((user) => isSame(user, login));
}

async function saysSo(source: Spoken, asking: Asking): Promise<boolean> {
  const said = await readSource(asking.remote, source);
  if (said === null || !isBy(said.author, asking)) return false;
  return isBacking(asking.fact, said) && sha256(said.body) === source.bodyDigest;
}

async function wasMerged(
  source: Extract<Fact['source'], { readonly kind: 'merge' }>,
  asking: Asking,
): Promise<boolean> {
  const merge = await asking.remote.readMerge(source.ref);
  return merge.kind === 'merged' && merge.sha === source.sha && isBy(merge.by, asking);
}

/**
 * Whether a fact of the loop at `address` is more than a line in a file: held by the asking side, or its source says the
 * same today. Rejects when the source cannot be asked, because not knowing is not a no.
 */
export async function isConfirmed(fact: Fact, confirming: Confirming, address: LoopAddress): Promise<boolean> {
  const { remote, holds, authorizedUsers: users } = confirming;
  if (holds?.(fact, address) === true) return true;
  if (remote === undefined) return false;
  const { source } = fact;
  if (source.kind === 'merge') return wasMerged(source, { fact, remote, users });
  return 'bodyDigest' in source && saysSo(source, { fact, remote, users });
}
