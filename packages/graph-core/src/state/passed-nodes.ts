import { type Fact } from './fact.ts';

/** When a node was last entered and last left, as positions in the list of facts. */
interface Visit {
  readonly entered: number;
  readonly left: number | null;
}

/**
 * The nodes the item has left behind on its present way, those it was routed around included. Going back to a node takes
 * it, and everything that was walked since, out again: those lie ahead once more.
 */
export function passedNodes(facts: readonly Fact[]): ReadonlySet<string> {
  const visits = new Map<string, Visit>();
  facts.forEach((fact, position) => {
    if (fact.kind === 'entered') enter(visits, fact.node, position);
    if (fact.kind === 'exited')
      visits.set(fact.node, { entered: visits.get(fact.node)?.entered ?? position, left: position });
  });
  return new Set([...visits].filter(([, { left }]) => left !== null).map(([node]) => node));
}

function enter(visits: Map<string, Visit>, node: string, position: number): void {
  const before = visits.get(node)?.entered;
  if (before !== undefined) {
    for (const [other, { entered }] of visits) if (entered >= before) visits.delete(other);
  }
  visits.set(node, { entered: position, left: null });
}
