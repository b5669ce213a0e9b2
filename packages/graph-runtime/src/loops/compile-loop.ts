import { graphToJSON, parseGraph } from '@the-loop/graph-core';
import { graphDigest } from './graph-digest.ts';

/** The compiled form of a loop's YAML: its graph and digest, so that loading it needs neither parser nor hash. */
export function compileLoop(yaml: string): string {
  const graph = parseGraph(yaml);
  return `${JSON.stringify({ digest: graphDigest(graph), graph: graphToJSON(graph) }, null, 1)}\n`;
}
