import { SKIPPED } from '../graph/check-parts.ts';
import { gateSubjects } from '../graph/gate-subjects.ts';
import { type Graph } from '../graph/graph.ts';
import { edgeFor, findNode } from '../graph/graph-index.ts';
import { type EnteredFact, type Fact } from '../state/fact.ts';
import { type StateView } from '../state/state-view.ts';
import { type Stamp } from './plan.ts';

/** File name to digest, of every artifact that exists. */
export type ArtifactDigests = Readonly<Record<string, string>>;

/** What entering a node is based on. */
export interface EntryInput {
  readonly stamp: Stamp;
  readonly artifacts: ArtifactDigests;
  readonly via: EnteredFact['via'];
}

/** Where the pointer comes to rest, and the facts that bring it there. */
export interface Entry {
  readonly node: string;
  readonly facts: readonly Fact[];
}

/** Digests of what the gate asks about, as far as it exists; empty for a node that asks nobody. */
function subjectDigests(
  graph: Graph,
  node: string,
  input: { view: StateView; artifacts: ArtifactDigests },
): ArtifactDigests {
  if (findNode(graph, node)?.actor !== 'human') return {};
  const files = gateSubjects(graph, node, new Set(Object.keys(input.view.skips)));
  const present = files.filter((file) => Object.hasOwn(input.artifacts, file));
  return Object.fromEntries(present.map((file) => [file, input.artifacts[file] ?? '']));
}

/** Enters exactly this node. */
export function enterNode(graph: Graph, view: StateView, target: { node: string } & EntryInput): Entry {
  const { node, stamp, artifacts, via } = target;
  const entered: EnteredFact = {
    kind: 'entered',
    ...stamp,
    node,
    entry: (view.nodes[node]?.entries ?? 0) + 1,
    via,
    subjects: subjectDigests(graph, node, { view, artifacts }),
  };
  return { node, facts: [entered] };
}

/** Enters this node, or the first one behind it that is not to be skipped. What is routed around is recorded as skipped. */
export function enterRouted(graph: Graph, view: StateView, target: { node: string } & EntryInput): Entry {
  const around: Fact[] = [];
  const seen = new Set<string>();
  let node = target.node;
  while (Object.hasOwn(view.skips, node) && !seen.has(node)) {
    seen.add(node);
    const edge = edgeFor(graph, node, SKIPPED);
    if (edge === undefined) break;
    around.push({ kind: 'exited', ...target.stamp, node, outcome: SKIPPED });
    node = edge.to;
  }
  const entry = enterNode(graph, view, { ...target, node });
  return { node, facts: [...around, ...entry.facts] };
}
