import { shortestWay } from '../analysis/ways.ts';
import { ENTERED_DIRECTLY } from '../graph/check-parts.ts';
import { type Graph, type GraphNode } from '../graph/graph.ts';
import { findNode, reachableFrom } from '../graph/graph-index.ts';

/** An item between two graphs: where it is in the old one, where it goes on in the new one, and what it has left behind. */
export interface Crossing {
  readonly from: Graph;
  readonly to: Graph;
  readonly at: string;
  readonly goesOn: string;
  readonly passed: ReadonlySet<string>;
}

function isGate({ actor, required, terminal }: GraphNode): boolean {
  return !terminal && (required || actor === 'human');
}

/** Ids of the nodes that hold an item until somebody or something says it may pass. */
export function gatesOf(graph: Graph): readonly string[] {
  return graph.nodes.filter(isGate).map(({ id }) => id);
}

/** The node is no gate any more, or holds less than it did. */
function isWeaker(before: GraphNode, now: GraphNode | undefined): boolean {
  if (now === undefined || !isGate(now)) return true;
  const people = before.actor === 'human' && now.actor !== 'human';
  const demand = (before.required && !now.required) || (!before.skippable && now.skippable);
  return people || demand || (before.exit.length > 0 && now.exit.length === 0);
}

/** Whether an item at `place` can get to an end without passing the gate. */
function hasWayRound(graph: Graph, place: string, gate: string): boolean {
  const without = new Set([gate]);
  const ends = graph.nodes.filter(({ id, terminal }) => terminal && !ENTERED_DIRECTLY.includes(id));
  return ends.some(({ id }) => shortestWay(graph, { from: place, to: id, without }) !== null);
}

/** The gate lies behind the place where the item goes on, and did not before. */
function isMissed({ from, to, at, goesOn, passed }: Crossing, gate: string): boolean {
  if (passed.has(gate) || reachableFrom(to, goesOn).has(gate)) return false;
  return findNode(from, gate) === undefined || reachableFrom(from, at).has(gate);
}

/** The new graph has a way round the gate from here, and the old one has none. */
function isBypassed({ from, to, at, goesOn, passed }: Crossing, gate: string): boolean {
  if (passed.has(gate) || findNode(from, gate) === undefined) return false;
  return hasWayRound(to, goesOn, gate) && !hasWayRound(from, at, gate);
}

/**
 * Gates that the item would have to pass in the old graph and need not in the new one: they are gone or hold less, lie behind
 * the place where it goes on, or can be walked round. A new gate that lies behind is one of them.
 */
export function lostGates(crossing: Crossing): readonly string[] {
  const { from, to } = crossing;
  const weaker = from.nodes.filter((node) => isGate(node) && isWeaker(node, findNode(to, node.id)));
  const evaded = gatesOf(to).filter((id) => isMissed(crossing, id) || isBypassed(crossing, id));
  return [...new Set([...weaker.map(({ id }) => id), ...evaded])];
}
