import { canonicalGraph, type Graph } from '@the-loop/graph-core';
import { sha256 } from '../items/sha256.ts';

/** The name of a graph by its content: lower-case hex SHA-256 of its canonical text. */
export function graphDigest(graph: Graph): string {
  return sha256(canonicalGraph(graph));
}
