import { type ChainOutcome } from '../chain/chain-outcome.ts';
import { type Graph, type GraphNode } from '../graph/graph.ts';
import { findNode } from '../graph/graph-index.ts';
import { type ClaimedFact } from '../state/fact.ts';
import { type GraphState } from '../state/graph-state.ts';
import { passedNodes } from '../state/passed-nodes.ts';
import { type StateView } from '../state/state-view.ts';
import { viewState } from '../state/view-state.ts';
import { type ArtifactDigests } from './enter-node.ts';
import { answer } from './node-report.ts';
import { type Plan, type Stamp } from './plan.ts';
import { planAdvance } from './plan-advance.ts';

export interface CompleteInput {
  readonly stamp: Stamp;
  /** The node whose work is claimed to be done; the current one when absent. */
  readonly node?: string | undefined;
  readonly artifacts: ArtifactDigests;
}

/** A claim that is answered at once, or one whose gate has to be evaluated first. */
export type CompletePlan =
  | { readonly kind: 'answered'; readonly plan: Plan }
  | { readonly kind: 'evaluate'; readonly node: GraphNode; plan(chain: ChainOutcome): Plan };

/**
 * A claim that a node's work is done. It carries no verdict: the exit chain of the current node decides. Claims for unknown
 * nodes, for nodes ahead and at human gates are refused; one for a node that was left is recorded and changes nothing.
 */
export function planComplete(graph: Graph, state: GraphState, input: CompleteInput): CompletePlan {
  const view = viewState(graph, state);
  const claimed = input.node ?? view.currentNode;
  const plan = withoutEvaluation({ graph, state, view, claimed, stamp: input.stamp });
  const node = findNode(graph, claimed);
  if (plan !== null || node === undefined) {
    return {
      kind: 'answered',
      plan: plan ?? answer(view, { node: claimed, status: 'refused', reason: 'unknown-node' }),
    };
  }
  return { kind: 'evaluate', node, plan: (chain) => planAdvance(graph, state, { ...input, chain, claim: true }) };
}

interface Claim {
  readonly graph: Graph;
  readonly state: GraphState;
  readonly view: StateView;
  readonly claimed: string;
  readonly stamp: Stamp;
}

function refused({ view, claimed }: Claim, reason: string, message: string): Plan {
  return answer(view, { node: claimed, status: 'refused', reason, messages: [message] });
}

function withoutEvaluation(claim: Claim): Plan | null {
  const { graph, state, view, claimed } = claim;
  const current = view.currentNode;
  if (current === '') return refused(claim, 'not-started', 'the item has not been started');
  const node = findNode(graph, claimed);
  if (node === undefined)
    return refused(claim, 'unknown-node', `this loop has no such node; the current node is ${current}`);
  if (node.actor === 'human' && !node.terminal)
    return refused(claim, 'human-gate', `${claimed} waits for people; nobody can claim it`);
  if (claimed !== current && passedNodes(state.facts).has(claimed)) return alreadyPast(claim);
  if (claimed !== current) return refused(claim, 'not-current', `the current node is ${current}`);
  if (view.abandoned !== null) return answer(view, { node: claimed, status: 'noop', reason: 'abandoned' });
  return node.terminal ? answer(view, { node: claimed, status: 'noop', reason: 'terminal' }) : null;
}

/** The claim came late. It is recorded once, so that repeating it does not fill the file. */
function alreadyPast({ state, view, claimed, stamp }: Claim): Plan {
  const last = state.facts.findLast((fact): fact is ClaimedFact => fact.kind === 'claimed' && fact.node === claimed);
  const known = last?.status === 'noop' && last.by.login === stamp.by.login;
  const plan = answer(view, {
    node: claimed,
    status: 'noop',
    reason: 'already-past',
    messages: [`the current node is ${view.currentNode}`],
  });
  return known ? plan : { ...plan, facts: [{ kind: 'claimed', ...stamp, node: claimed, status: 'noop', finding: '' }] };
}
