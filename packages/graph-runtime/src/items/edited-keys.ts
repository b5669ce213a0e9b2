import { type Graph, type GraphState, stateToFile } from '@the-loop/graph-core';
import { canonicalJson } from './canonical-json.ts';

const judged = ['loop', 'currentNode', 'skips', 'optIns', 'surface', 'forced', 'completions', 'decisions'];

/** Names the keys of a file that do not follow from its facts: somebody edited them by hand, and nothing reads them. */
export function editedKeys(
  readable: Readonly<Record<string, unknown>> | null,
  graph: Graph,
  state: GraphState,
): string[] {
  if (readable === null) return [];
  const expected = stateToFile(graph, state, 0);
  return judged.filter((key) => canonicalJson(readable[key]) !== canonicalJson(expected[key]));
}
