import { type Graph } from '../graph/graph.ts';
import { findNode } from '../graph/graph-index.ts';
import { type SelectedFact, type SkippedFact, type UnskippedFact } from './fact.ts';
import { type DeclaredSkip, type OptIn } from './state-view.ts';
import { type ViewDraft } from './view-draft.ts';

/** A declaration counts for a node the graph lets be skipped, and only as long as the item has not been there. */
function declare(draft: ViewDraft, graph: Graph, [node, skip]: readonly [string, DeclaredSkip]): void {
  const allowed = findNode(graph, node)?.skippable === true && (draft.nodes.get(node)?.entries ?? 0) === 0;
  if (allowed) draft.skips.set(node, skip);
  else draft.refusedSkips.add(node);
}

/** Who added it first stays its source. */
function addOptIn(draft: ViewDraft, node: string, source: OptIn): void {
  if (!draft.optIns.has(node)) draft.optIns.set(node, source);
}

/** A later selection replaces what an earlier one declared; declarations from elsewhere stay. */
export function foldSelected(draft: ViewDraft, fact: SelectedFact, graph: Graph): void {
  draft.selection = fact;
  for (const [node, { via }] of [...draft.optIns]) if (via === 'selection') draft.optIns.delete(node);
  for (const [node, { via }] of [...draft.skips]) if (via === 'selection') draft.skips.delete(node);
  for (const node of fact.optIns) {
    if (findNode(graph, node)?.optIn === true)
      addOptIn(draft, node, { via: 'selection', by: fact.by.login, at: fact.at });
    else draft.refusedSkips.add(node);
  }
  for (const node of fact.skips) {
    declare(draft, graph, [node, { via: 'selection', token: node, by: fact.by.login, reason: '', at: fact.at }]);
  }
}

export function foldSkipped(draft: ViewDraft, fact: SkippedFact, graph: Graph): void {
  const { node, via, token, by, reason, at } = fact;
  declare(draft, graph, [node, { via, token, by: by.login, reason, at }]);
}

/** Taking a skip back selects an opt-in node: for those, not being skipped is a choice of its own. */
export function foldUnskipped(draft: ViewDraft, { node, by, at }: UnskippedFact, graph: Graph): void {
  draft.skips.delete(node);
  if (findNode(graph, node)?.optIn === true) addOptIn(draft, node, { via: 'cli', by: by.login, at });
}
