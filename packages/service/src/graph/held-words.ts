import { type GraphTarget } from '@the-loop/dispatcher';
import { type GateComment, LoopError, refKey } from '@the-loop/graph-core';
import { loopKey } from '@the-loop/graph-runtime';
import { type Records } from '@the-loop/store';

/** A gate of one loop, at one of its entries. */
export interface GatePlace {
  readonly target: GraphTarget;
  readonly node: string;
  readonly entry: number;
}

/**
 * People's words that a gate could not use yet: a signature that came before the checklist, the first of two approvals. Kept as
 * they were delivered, until the gate is left.
 */
export interface HeldWords {
  hold(place: GatePlace, words: readonly GateComment[]): Promise<void>;
  held(place: GatePlace): Promise<readonly GateComment[]>;
  release(place: GatePlace): Promise<void>;
}

const KIND = 'held-words';
const MOST = 200;
const ATTEMPTS = 5;

interface Stored {
  readonly node: string;
  readonly entry: number;
  readonly words: readonly GateComment[];
}

export function createHeldWords(records: Records): HeldWords {
  return {
    async hold(place, words) {
      if (words.length > 0) await add(records, place, words);
    },
    async held(place) {
      const found = await records.get(KIND, keyOf(place));
      return wordsAt(place, found?.value);
    },
    async release(place) {
      const found = await records.get(KIND, keyOf(place));
      if (found !== null) await records.remove(KIND, keyOf(place), found.revision);
    },
  };
}

function keyOf({ target }: GatePlace): string {
  return `${refKey(target.item)}/${loopKey(target.address)}`;
}

/** What was said at another gate, or at an earlier entry, is not held any more. */
function wordsAt({ node, entry }: GatePlace, value: unknown): readonly GateComment[] {
  // Written by this file alone, with this shape.
  const stored = value as Stored | undefined;
  return stored?.node === node && stored.entry === entry ? stored.words : [];
}

async function add(records: Records, place: GatePlace, words: readonly GateComment[]): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await records.get(KIND, keyOf(place));
    const known = wordsAt(place, found?.value);
    const fresh = words.filter((word) => !known.some((other) => isSame(other, word)));
    if (fresh.length === 0) return;
    const value = { node: place.node, entry: place.entry, words: [...known, ...fresh].slice(-MOST) };
    const saved = await records.put(KIND, keyOf(place), { value, expectedRevision: found?.revision ?? null });
    if (saved === 'ok') return;
  }
  throw new LoopError('SERVICE_RECORD_CONTENDED', 'what people said at a gate could not be kept', {
    remedy: 'it is tried again by itself; if not, redeliver the event on GitHub',
  });
}

/** The same words in the same state: a review that was dismissed since is another statement. */
export function isSame(one: GateComment, other: GateComment): boolean {
  return (
    one.id !== undefined && one.id === other.id && one.kind === other.kind && one.reviewState === other.reviewState
  );
}
