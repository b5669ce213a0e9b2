import { type Fact } from './fact.ts';
import { type GraphPin, type GraphState } from './graph-state.ts';

/** The state of a loop that nothing happened in. `repository` is `owner/repo`, empty when unknown. */
export function emptyState(workItem: string, repository: string): GraphState {
  return { workItem, repository, loop: '', graph: null, facts: [], pending: [], done: {} };
}

/** The state with these facts at its end. */
export function appendFacts(state: GraphState, facts: readonly Fact[]): GraphState {
  return facts.length === 0 ? state : { ...state, facts: [...state.facts, ...facts] };
}

/** The state of a loop that walks this graph from now on. */
export function pinGraph(state: GraphState, pin: GraphPin): GraphState {
  return { ...state, loop: pin.name, graph: pin };
}
