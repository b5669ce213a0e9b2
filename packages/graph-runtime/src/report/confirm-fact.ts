import {
  type Fact,
  type GateComment,
  type HookSettings,
  type LoopAddress,
  type RemoteReader,
} from '@the-loop/graph-core';
import { isFavourable } from '@the-loop/hooks';
import { sha256 } from '../items/sha256.ts';
import { isAnswerPlace, isSamePlace, type LoopPlaces } from './loop-places.ts';

/** How a check treats facts that are only recorded. */
export interface Confirming {
  /** Reads sources again; without it nothing becomes confirmed. */
  readonly remote?: RemoteReader;
  /** Facts that the asking side holds in its own log, such as answers typed on this machine. */
  readonly holds?: (fact: Fact, address: LoopAddress) => boolean;
  /** Who may answer gates today, and in which words; an answer of anybody else is not confirmed. */
  readonly settings: HookSettings;
}

/** What asking again comes to. A source that says only a part of the fact leaves it `recorded`. */
export type Worth = 'confirmed' | 'recorded' | 'unconfirmed';

type Source<Kind extends Fact['source']['kind']> = Extract<Fact['source'], { readonly kind: Kind }>;
type Spoken = Source<'comment' | 'review' | 'inline'>;

interface Asking {
  readonly fact: Fact;
  readonly remote: RemoteReader;
  readonly settings: HookSettings;
  readonly places: LoopPlaces;
}

async function readSource(remote: RemoteReader, source: Spoken): Promise<GateComment | null> {
  if (source.kind === 'comment') {
    const answer = await remote.readComment(source.ref, source.id);
    if (answer.kind === 'missing') return null;
    return { kind: 'comment', author: answer.author, body: answer.body, on: answer.on ?? source.ref };
  }
  const all = await remote.listComments(source.ref);
  return all.find((comment) => comment.id === source.id && comment.kind === source.kind) ?? null;
}

/** A favourable answer is read as its gate reads it; of anything else, a review that was dismissed says nothing. */
function isBacking({ fact, settings, places }: Asking, said: GateComment): boolean {
  if (fact.kind !== 'approved') return said.reviewState !== 'DISMISSED';
  const gate = places.adhocGates.has(fact.node) ? 'adhoc' : 'review';
  return (fact.outcome === 'done') === (gate === 'adhoc') && isFavourable(said, gate, settings);
}

function isSame(login: string, other: string): boolean {
  return login.replace(/^@/, '').toLowerCase() === other.replace(/^@/, '').toLowerCase();
}

function isBy(login: string, { fact, settings }: Asking): boolean {
  return isSame(login, fact.by.login) && settings.authorizedUsers.some((user) => isSame(user, login));
}

async function saysSo(source: Spoken, asking: Asking): Promise<boolean> {
  const said = await readSource(asking.remote, source);
  if (said === null || !isBy(said.author, asking)) return false;
  if (sha256(said.body) !== source.bodyDigest || !isBacking(asking, said)) return false;
  return isAnswerPlace(said.on ?? source.ref, asking.places, asking.remote);
}

/** That it was merged by whom it says. Whether that was at the gated head is told by nothing that can be read again. */
async function worthOfMerge(source: Source<'merge'>, asking: Asking): Promise<Worth> {
  const { fact, places, remote } = asking;
  if (fact.kind !== 'merged' || places.address.pr === undefined || !isSamePlace(source.ref, places.ref)) {
    return 'unconfirmed';
  }
  const merge = await remote.readMerge(source.ref);
  if (merge.kind !== 'merged' || merge.sha !== source.sha || !isBy(merge.by, asking)) return 'unconfirmed';
  return fact.approves ? 'recorded' : 'confirmed';
}

/**
 * What a fact of the loop at `places` is worth beyond a line in a file: held by the asking side, or its source says the same
 * today. Rejects when the source cannot be asked, because not knowing is not a no.
 */
export async function confirmFact(fact: Fact, confirming: Confirming, places: LoopPlaces): Promise<Worth> {
  const { remote, holds, settings } = confirming;
  if (holds?.(fact, places.address) === true) return 'confirmed';
  if (remote === undefined) return 'unconfirmed';
  const { source } = fact;
  const asking = { fact, remote, settings, places };
  if (source.kind === 'merge') return worthOfMerge(source, asking);
  return 'bodyDigest' in source && (await saysSo(source, asking)) ? 'confirmed' : 'unconfirmed';
}
