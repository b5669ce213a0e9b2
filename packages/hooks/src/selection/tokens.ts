import { type Graph, type GraphNode } from '@the-loop/graph-core';
import { SESSION_MODES, type SessionMode } from './session-mode.ts';

/** The row that says where the outer loop is collaborated on. */
export const SURFACE_TOKEN = 'outer-loop-on-pull-request';
/** What the rows about sessions begin with. */
export const SESSION_PREFIX = 'pr-sessions-';

/** A loop that joins a thread somebody else owns has no outer loop to place. */
const WITHOUT_SURFACE: ReadonlySet<string> = new Set(['pdlc-contribution-loop']);
const LONGEST_TYPO = 2;

/** What a row's token stands for in a loop. */
export type TokenMeaning =
  | { readonly kind: 'default-on' | 'opt-in' | 'protected'; readonly node: string }
  | { readonly kind: 'surface' }
  | { readonly kind: 'session'; readonly mode: SessionMode }
  | { readonly kind: 'unknown'; readonly suggestion: string };

/** Whether the loop asks where its outer loop is collaborated on. */
export function asksForSurface(graph: Graph): boolean {
  return !WITHOUT_SURFACE.has(graph.name);
}

/** What a token means; letter case does not matter. */
export function meaningOf(graph: Graph, token: string): TokenMeaning {
  const name = token.toLowerCase();
  if (name === SURFACE_TOKEN) return { kind: 'surface' };
  const mode = SESSION_MODES.find((candidate) => name === `${SESSION_PREFIX}${candidate}`);
  if (mode !== undefined) return { kind: 'session', mode };
  const node = graph.nodes.find(({ id }) => id.toLowerCase() === name);
  return node === undefined
    ? { kind: 'unknown', suggestion: nearest(graph, name) }
    : { kind: kindOf(node), node: node.id };
}

/** Nodes that run unless somebody unticks them. */
export function isDefaultOn(node: GraphNode): boolean {
  return node.skippable && !node.optIn;
}

function kindOf(node: GraphNode): 'default-on' | 'opt-in' | 'protected' {
  if (node.optIn) return 'opt-in';
  return node.skippable ? 'default-on' : 'protected';
}

/** The token of the loop that was probably meant; empty when none is near. */
function nearest(graph: Graph, name: string): string {
  const tokens = [
    ...graph.nodes.map(({ id }) => id),
    SURFACE_TOKEN,
    ...SESSION_MODES.map((mode) => `${SESSION_PREFIX}${mode}`),
  ];
  const near = tokens.map((token) => ({ token, distance: distance(token.toLowerCase(), name) }));
  const best = near.reduce((one, other) => (other.distance < one.distance ? other : one));
  return best.distance <= LONGEST_TYPO ? best.token : '';
}

/** How many letters are to be changed, added, left out or swapped with their neighbour; words of very different length are far. */
function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > LONGEST_TYPO) return LONGEST_TYPO + 1;
  const table = Array.from({ length: left.length + 1 }, (_, i) =>
    Array.from({ length: right.length + 1 }, (__, j) => i + j),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  const isSame = (i: number, j: number): boolean => left[i - 1] === right[j - 1];
  const isSwap = (i: number, j: number): boolean => left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
  for (let i = 1; i <= left.length; i += 1) {
    for (let j = 1; j <= right.length; j += 1) {
      const swap = isSwap(i, j) ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const row = table[i];
      if (row !== undefined)
        row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame(i, j) ? 0 : 1), swap);
    }
  }
  return at(left.length, right.length);
}
