import { type Graph } from './graph.ts';
import { findNode } from './graph-index.ts';

/** What skip tokens come to. */
export interface ExpandedSkips {
  /** Node to the token that named it first. */
  readonly accepted: Readonly<Record<string, string>>;
  /** Tokens outside the vocabulary, in their order, repetitions included. */
  readonly rejected: readonly string[];
}

/** The nodes a token stands for: the members of a skip set, or one skippable node. Null outside the vocabulary. */
function nodesOf(graph: Graph, token: string): readonly string[] | null {
  const members = Object.hasOwn(graph.skipSets, token) ? graph.skipSets[token] : undefined;
  if (members !== undefined) return members;
  return findNode(graph, token)?.skippable === true ? [token] : null;
}

/** Turns tokens, each a skippable node or the name of a skip set, into nodes. Blank tokens are ignored. */
export function expandSkips(graph: Graph, tokens: readonly string[]): ExpandedSkips {
  const accepted: Record<string, string> = {};
  const rejected: string[] = [];
  for (const token of tokens.map((text) => text.trim()).filter((text) => text !== '')) {
    const nodes = nodesOf(graph, token);
    if (nodes === null) rejected.push(token);
    for (const node of nodes ?? []) accepted[node] ??= token;
  }
  return { accepted, rejected };
}
