import { refKey } from '@the-loop/graph-core';
import { loopKey } from '@the-loop/graph-runtime';
import { type Records } from '@the-loop/store';
import { type GatePlace } from './held-words.ts';

/** A merged commit, and the gate at which the loop stood. */
interface MergedHead {
  readonly place: GatePlace;
  readonly headSha: string;
  /** When the gate was entered: ISO 8601, UTC. */
  readonly enteredAt: string;
}

/** Which commit people were asked about at a gate. */
export interface GatedHeads {
  /** What stood there when the gate was asked first; told later, at the same entry, it changes nothing. */
  note(place: GatePlace, headSha: string): Promise<void>;
  /** Whether a commit holds what people were asked about. Where that was not noted, whether it is older than the question. */
  isGated(merged: MergedHead): Promise<boolean>;
}

export interface GatedHeadsOptions {
  readonly records: Records;
  /** Whether two commits of a loop's pull request differ only in the item's own directory. */
  readonly isSameWork: (
    target: GatePlace['target'],
    commits: { readonly reviewed: string; readonly head: string },
  ) => Promise<boolean>;
  /** Whether a commit was made before an instant, in milliseconds since 1970. False where git cannot say. */
  readonly isOlder: (target: GatePlace['target'], headSha: string, than: number) => Promise<boolean>;
}

const KIND = 'gated-head';

interface Stored {
  readonly node: string;
  readonly entry: number;
  readonly headSha: string;
}

export function createGatedHeads({ records, isSameWork, isOlder }: GatedHeadsOptions): GatedHeads {
  return {
    async note(place, headSha) {
      if (headSha === '') return;
      const found = await records.get(KIND, keyOf(place));
      if (isAt(place, found?.value)) return;
      const value: Stored = { node: place.node, entry: place.entry, headSha };
      // Whoever was quicker noted it as well.
      await records.put(KIND, keyOf(place), { value, expectedRevision: found?.revision ?? null });
    },
    async isGated({ place, headSha, enteredAt }) {
      if (headSha === '') return false;
      const stored = (await records.get(KIND, keyOf(place)))?.value;
      if (!isAt(place, stored)) return isOlder(place.target, headSha, Date.parse(enteredAt));
      return stored.headSha === headSha || isSameWork(place.target, { reviewed: stored.headSha, head: headSha });
    },
  };
}

function keyOf({ target }: GatePlace): string {
  return `${refKey(target.item)}/${loopKey(target.address)}`;
}

/** Written by this file alone, with this shape. */
function isAt({ node, entry }: GatePlace, value: unknown): value is Stored {
  const stored = value as Stored | undefined;
  return stored?.node === node && stored.entry === entry;
}
