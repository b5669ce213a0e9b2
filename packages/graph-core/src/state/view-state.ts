import { type Graph } from '../graph/graph.ts';
import { foldFacts } from './fold-facts.ts';
import { type GraphState } from './graph-state.ts';
import { type DeclaredSkip, type StateView } from './state-view.ts';
import { type ViewDraft } from './view-draft.ts';

const views = new WeakMap<GraphState, { readonly graph: Graph; readonly view: StateView }>();

/**
 * What the facts of a loop come to. Declarations the graph does not allow have no effect and are listed in `refusedSkips`.
 * States are never changed in place, so the view of one is made once.
 */
export function viewState(graph: Graph, state: GraphState): StateView {
  const known = views.get(state);
  if (known?.graph === graph) return known.view;
  const view = asView(graph, state, foldFacts(graph, state.facts));
  views.set(state, { graph, view });
  return view;
}

/** Every opt-in node that nobody selected is routed around like a skipped one. */
function withUnselected(graph: Graph, draft: ViewDraft): Readonly<Record<string, DeclaredSkip>> {
  const unselected = graph.nodes.filter(({ id, optIn }) => optIn && !draft.optIns.has(id) && !draft.skips.has(id));
  const none: DeclaredSkip = { via: 'not-selected', token: '', by: '', reason: '', at: '' };
  return Object.fromEntries([...draft.skips, ...unselected.map(({ id }): [string, DeclaredSkip] => [id, none])]);
}

function asView(graph: Graph, state: GraphState, draft: ViewDraft): StateView {
  return Object.freeze({
    workItem: state.workItem,
    loop: state.loop,
    currentNode: draft.currentNode,
    nodes: Object.fromEntries(draft.nodes),
    skips: withUnselected(graph, draft),
    optIns: [...draft.optIns.keys()],
    optInSources: Object.fromEntries(draft.optIns),
    refusedSkips: [...draft.refusedSkips],
    surface: draft.selection?.surface ?? '',
    sessionPerPr: draft.selection?.sessionPerPr ?? null,
    selection: draft.selection,
    goal: draft.goal,
    approvals: Object.fromEntries(draft.approvals),
    forced: draft.forced,
    completions: Object.fromEntries(draft.completions),
    parked: draft.parked,
    escalated: draft.escalated,
    merged: draft.merged,
    mergeApproves: draft.mergeApproves,
    abandoned: draft.abandoned,
  });
}
