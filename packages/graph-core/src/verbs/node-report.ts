import { type StateView } from '../state/state-view.ts';
import { type NodeReport, type Plan } from './plan.ts';

type Said = Pick<NodeReport, 'node' | 'status'> & Partial<NodeReport>;

/** A report with what is not said taken from the view. */
export function nodeReport(view: StateView, said: Said): NodeReport {
  const node = view.nodes[said.node];
  return {
    outcome: '',
    messages: [],
    forced: node?.forced ?? false,
    attempts: node?.attempts ?? 0,
    reason: '',
    moved: false,
    currentNode: view.currentNode,
    ...said,
  };
}

/** A plan that changes nothing and says why. */
export function answer(view: StateView, said: Said): Plan {
  return { facts: [], effects: [], enters: null, report: nodeReport(view, said) };
}
