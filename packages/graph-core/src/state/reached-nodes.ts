import { shortestWay } from '../analysis/ways.ts';
import { ENTERED_DIRECTLY, SKIPPED } from '../graph/check-parts.ts';
import { type Graph } from '../graph/graph.ts';
import { findNode } from '../graph/graph-index.ts';
import { type Fact } from './fact.ts';

/** The nodes on the way so far, each with the step that brought it there. */
interface Trail {
  readonly steps: Map<string, number>;
  at: string | null;
}

/** What lies between two places that were visited one after the other: the nodes somebody or something went round. */
function between(graph: Graph, from: string | null, to: string): readonly string[] {
  const direct = from === null ? null : shortestWay(graph, { from, to });
  return direct ?? shortestWay(graph, { from: graph.start, to }) ?? [];
}

/** Going back takes what was walked since off the trail. */
function goBack(trail: Trail, since: number): void {
  for (const [node, step] of trail.steps) if (step >= since) trail.steps.delete(node);
  trail.at = [...trail.steps.keys()].at(-1) ?? null;
}

function visit(graph: Graph, trail: Trail, [node, step]: readonly [string, number]): void {
  const before = trail.steps.get(node);
  if (before !== undefined) goBack(trail, before);
  for (const passed of between(graph, trail.at, node)) {
    if (!trail.steps.has(passed)) trail.steps.set(passed, step);
  }
  trail.steps.set(node, step);
  trail.at = node;
}

/**
 * The nodes that lie on an item's present way: those it visited or was routed around, the current one, and those it jumped over,
 * by a force or by an edited pointer. A branch that was not taken is none of them, nor is what lies ahead again after going
 * back. Being moved aside to an end that no edge leads to changes nothing. Before the first entry it is the start; with a pointer
 * that the graph does not know, nothing can be left out.
 */
export function reachedNodes(graph: Graph, facts: readonly Fact[]): ReadonlySet<string> {
  const trail: Trail = { steps: new Map(), at: null };
  facts.forEach((fact, step) => {
    const entered = fact.kind === 'entered' && !ENTERED_DIRECTLY.includes(fact.node);
    const roundabout = fact.kind === 'exited' && fact.outcome === SKIPPED && !trail.steps.has(fact.node);
    if (entered || roundabout) visit(graph, trail, [fact.node, step]);
  });
  if (trail.at === null) return new Set([graph.start]);
  const isKnown = findNode(graph, trail.at) !== undefined;
  return new Set(isKnown ? trail.steps.keys() : graph.nodes.map(({ id }) => id));
}
