import { type LoopAddress, type RemoteReader, refKey, safeParseRef } from '@the-loop/graph-core';
import { resolveRef } from '../verbs/loop-address.ts';
import { type OpenLoop } from '../verbs/open-loop.ts';
import { type VerbContext } from '../verbs/verb-context.ts';

/** Where people may answer a loop, as far as that is known. */
export interface LoopPlaces {
  readonly address: LoopAddress;
  /** The ticket, or the pull request of an inner loop. */
  readonly ref: string;
  /** The pull requests with an inner loop of this item; none for an inner loop. */
  readonly pullRequests: readonly string[];
  /** Gates that end an ad-hoc task. */
  readonly adhocGates: ReadonlySet<string>;
}

/** Says where the people of a loop may have answered. */
export async function placesOf({ store, settings }: VerbContext, open: OpenLoop): Promise<LoopPlaces> {
  const { address, ref, graph } = open;
  const inner = address.pr === undefined ? await store.innerLoops(address.id) : [];
  const ends = graph.nodes.filter(({ exit }) => exit.some(({ hook }) => hook === 'classify-adhoc-reply'));
  return {
    address,
    ref,
    pullRequests: inner.map((each) => resolveRef(each, '', settings)),
    adhocGates: new Set(ends.map(({ id }) => id)),
  };
}

/** Whether two ref texts name one item. */
export function isSamePlace(one: string, other: string): boolean {
  const [left, right] = [safeParseRef(one), safeParseRef(other)];
  return left.ok && right.ok && refKey(left.value) === refKey(right.value);
}

/**
 * Whether an answer at `on` may be one to this loop: on its own thread, on a pull request with an inner loop, or on one of the
 * ticket's repository that says it is about the ticket.
 */
export async function isAnswerPlace(on: string, places: LoopPlaces, remote: RemoteReader): Promise<boolean> {
  const { address, ref, pullRequests } = places;
  if ([ref, ...pullRequests].some((place) => isSamePlace(place, on))) return true;
  if (address.pr !== undefined || repositoryOf(on) === '' || repositoryOf(on) !== repositoryOf(ref)) return false;
  return (await remote.readLinks(on)).some((link) => isSamePlace(link, ref));
}

function repositoryOf(refText: string): string {
  const parsed = safeParseRef(refText);
  return parsed.ok ? refKey({ ...parsed.value, number: 1 }) : '';
}
