import { refKey } from '@the-loop/graph-core';
import { type Answer } from '@the-loop/operations';
import { type Caller } from './authenticate.ts';

/** What a claim is about: the parts of its input that say which node of which loop. */
interface ClaimedPlace {
  readonly caller: Caller;
  readonly input: unknown;
}

/** Runs claims, each node's once at a time. */
export type JoinClaims = (place: ClaimedPlace, claim: () => Promise<Answer>) => Promise<Answer>;

const PARTS = ['item', 'repo', 'ref', 'pr', 'prRepo', 'node'] as const;

/**
 * A claim of a node that is being evaluated, as after a client that lost patience, gets the answer of the one that runs: its
 * verification is not begun a second time.
 */
export function joinedClaims(): JoinClaims {
  const running = new Map<string, Promise<Answer>>();
  return (place, claim) => {
    const key = keyOf(place);
    const joined = running.get(key);
    if (joined !== undefined) return joined;
    const answer = claim().finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  };
}

function keyOf({ caller, input }: ClaimedPlace): string {
  const parts =
    typeof input === 'object' && input !== null
      ? new Map<string, unknown>(Object.entries(input))
      : new Map<string, unknown>();
  return JSON.stringify([
    caller.kind === 'agent' ? refKey(caller.item) : '',
    ...PARTS.map((part) => parts.get(part) ?? ''),
  ]);
}
