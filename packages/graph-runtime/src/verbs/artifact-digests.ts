import { type Graph, type ItemFiles } from '@the-loop/graph-core';
import { normalizeArtifact } from '@the-loop/markdown';
import { sha256 } from '../items/sha256.ts';

/** The names of all files that nodes of the graph produce, alternatives apart. */
function producedNames(graph: Graph): string[] {
  const names = graph.nodes.flatMap((node) => node.produces).flatMap((entry) => entry.split('|'));
  return [...new Set(names.map((name) => name.trim()))];
}

/** Digests of normalized artifacts by file name, for those of `names` that exist. */
export async function digestFiles(files: ItemFiles, names: readonly string[]): Promise<Record<string, string>> {
  const rows = await Promise.all(
    names.map(async (name) => {
      const text = await files.read(name);
      return text === null ? null : ([name, sha256(normalizeArtifact(text))] as const);
    }),
  );
  return Object.fromEntries(rows.filter((row) => row !== null));
}

/** Digests of everything that the graph's nodes have produced so far. */
export function digestArtifacts(files: ItemFiles, graph: Graph): Promise<Record<string, string>> {
  return digestFiles(files, producedNames(graph));
}
