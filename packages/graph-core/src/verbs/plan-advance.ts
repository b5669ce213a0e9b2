import {
  type ChainOutcome,
  degradations,
  isVacuous,
  renderDegradation,
  renderFinding,
  renderMessage,
} from '../chain/chain-outcome.ts';
import { keptSections } from '../chain/kept-sections.ts';
import { plannedEffects } from '../chain/planned-effects.ts';
import { type GraphCoreErrorCode } from '../errors.ts';
import { type Graph } from '../graph/graph.ts';
import { edgeFor, findNode } from '../graph/graph-index.ts';
import { LoopError } from '../loop-error.ts';
import { appendFacts } from '../state/empty-state.ts';
import { type ClaimedFact, type Fact } from '../state/fact.ts';
import { type GraphState } from '../state/graph-state.ts';
import { type StateView } from '../state/state-view.ts';
import { MERGED_UNAPPROVED } from '../state/view-draft.ts';
import { viewState } from '../state/view-state.ts';
import { chainFacts, verifications } from './chain-facts.ts';
import { changedSubjects } from './changed-subjects.ts';
import { type ArtifactDigests, enterNode, enterRouted } from './enter-node.ts';
import { answer, nodeReport } from './node-report.ts';
import { type NodeReport, type Plan, type Stamp } from './plan.ts';
import { quoted } from './refusal.ts';
import { renewedAnswers } from './renewed-answers.ts';

export interface AdvanceInput {
  readonly stamp: Stamp;
  /** The exit chain of the current node, as it was evaluated. */
  readonly chain: ChainOutcome;
  readonly artifacts: ArtifactDigests;
  /** True when somebody claims that the node's work is done: the ledger then shows it. */
  readonly claim: boolean;
}

/** One advance: what it starts from. */
interface Step extends AdvanceInput {
  readonly graph: Graph;
  readonly state: GraphState;
  readonly view: StateView;
  readonly node: string;
}

/** Outcomes that say how the chain ended or that it was skipped: none of them may carry an item over an edge. */
const NO_ROUTE: ReadonlySet<string> = /* @__PURE__ */ new Set(['wait', 'block', 'skipped']);

/**
 * What an evaluated exit chain comes to: the edge that is taken, or why the pointer stays. At most one boundary, plus the nodes
 * that are routed around.
 *
 * A chain that passes moves the item unless something approved has changed since, or no edge carries the outcome. A terminal
 * node stays as it is, however often it is asked. Throws `CHAIN_MISMATCH` for the outcome of an entry chain.
 */
export function planAdvance(graph: Graph, state: GraphState, input: AdvanceInput): Plan {
  if (input.chain.boundary !== 'exit') {
    throw new LoopError<GraphCoreErrorCode>('CHAIN_MISMATCH', 'an advance is decided by an exit chain');
  }
  const view = viewState(graph, state);
  const node = view.currentNode;
  const early = withoutEvaluation(graph, view, input.chain.node);
  if (early !== null) return early;
  const step: Step = { ...input, graph, state, view, node };
  if (input.chain.status === 'block') return planBlock(step);
  if (input.chain.status === 'wait') return planRenewal(step) ?? planWait(step, [], renderFinding(input.chain));
  const changed = changedSubjects(view, input.artifacts);
  return changed.length > 0 ? planWait(step, changed, changed.join('\n')) : planPass(step);
}

/** What is known before the chain is looked at; null when the chain decides. */
function withoutEvaluation(graph: Graph, view: StateView, evaluated: string): Plan | null {
  const node = view.currentNode;
  if (node === '') return answer(view, { node, status: 'refused', reason: 'not-started' });
  const found = findNode(graph, node);
  if (found === undefined) {
    const messages = [`the pointer is at ${quoted(node)}, which is no node of this loop: force it to one, or migrate`];
    return answer(view, { node, status: 'refused', reason: 'unknown-node', messages });
  }
  if (view.abandoned !== null) {
    const messages = [`this loop was abandoned: ${view.abandoned}`];
    return answer(view, { node, status: 'noop', reason: 'abandoned', messages });
  }
  if (found.terminal) return answer(view, { node, status: 'pass', outcome: 'pass', reason: 'terminal' });
  if (evaluated === node) return null;
  return answer(view, {
    node: evaluated,
    status: 'refused',
    reason: 'not-current',
    messages: [`the current node is ${node}`],
  });
}

function findings({ chain }: Step): readonly string[] {
  return (chain.blocking?.result.messages ?? []).map(renderMessage);
}

function warnings({ chain }: Step): readonly string[] {
  return degradations(chain).map(renderDegradation);
}

function claimed(step: Step, status: ClaimedFact['status'], finding: string): ClaimedFact {
  return { kind: 'claimed', ...step.stamp, node: step.node, status, finding };
}

/** A wait that says nothing new is not written down again, unless somebody claimed. */
function planWait(step: Step, messages: readonly string[], finding: string): Plan {
  const { view, node, chain, claim } = step;
  const reasons = [finding, MERGED_UNAPPROVED];
  const parked = view.parked?.node === node && reasons.includes(view.parked.reason);
  const claims = claim || !parked ? [claimed(step, 'wait', finding)] : [];
  const facts = [...verifications(chain, node), ...claims];
  const said = [...findings(step), ...messages, ...warnings(step)];
  const report = nodeReport(view, {
    node,
    status: 'wait',
    outcome: chain.status === 'wait' ? chain.outcome : 'wait',
    messages: said,
  });
  return { facts, effects: plannedEffects(chain), enters: null, report };
}

/** People answered about something that has changed since: the same node is entered again, and asks about what is there now. */
function planRenewal(step: Step): Plan | null {
  const { graph, view, node, chain, stamp, artifacts } = step;
  const used = renewedAnswers(chain);
  if (used === null || findNode(graph, node)?.actor !== 'human') return null;
  const entry = enterNode(graph, view, { node, stamp, artifacts, via: 'renew' });
  const entered = entry.facts.map(
    (fact): Fact => (fact.kind === 'entered' && used.length > 0 ? { ...fact, used } : fact),
  );
  const messages = [...findings(step), ...warnings(step)];
  const report = nodeReport(view, { node, status: 'wait', outcome: chain.outcome, messages, reason: 'renewed' });
  const facts = [...entered, claimed(step, 'wait', renderFinding(chain))];
  return { facts, effects: plannedEffects(chain), enters: node, report };
}

/** Only a claim counts as one more try: a delivery that finds the gate shut says nothing about the work. */
function planBlock(step: Step): Plan {
  const { graph, state, view, node, chain, claim } = step;
  const tries = claim ? [claimed(step, 'block', renderFinding(chain))] : [];
  const facts = [...verifications(chain, node), ...tries];
  const after = viewState(graph, appendFacts(state, facts)).nodes[node];
  const messages = [...findings(step), ...changedSubjects(view, step.artifacts), ...warnings(step)];
  const status = claim && after?.escalated === true ? 'escalated' : 'block';
  const report = nodeReport(view, { node, status, outcome: chain.outcome, messages, attempts: after?.attempts ?? 0 });
  return { facts, effects: plannedEffects(chain), enters: null, report };
}

function planPass(step: Step): Plan {
  const { graph, node, chain } = step;
  const learned = chainFacts(chain, node);
  const edge = NO_ROUTE.has(chain.outcome) ? undefined : edgeFor(graph, node, chain.outcome);
  return edge === undefined ? planNoEdge(step, learned) : planMove(step, learned, edge.to);
}

/** The loop has no way on from here: somebody has to look. What people decided is kept all the same. */
function planNoEdge(step: Step, learned: readonly Fact[]): Plan {
  const { view, node, chain } = step;
  const finding = `no declared edge leaves ${node} on ${quoted(chain.outcome)}`;
  const known = view.parked?.node === node && view.parked.reason === finding;
  const facts = known && !step.claim ? [] : [...learned, claimed(step, 'wait', finding)];
  const messages = [finding, ...warnings(step)];
  const report = nodeReport(view, { node, status: 'escalated', outcome: chain.outcome, messages, reason: 'no-edge' });
  return { facts, effects: plannedEffects(chain), enters: null, report };
}

function planMove(step: Step, learned: readonly Fact[], target: string): Plan {
  const { graph, state, view, node, chain, stamp, artifacts } = step;
  const sections = keptSections(chain);
  const left: Fact[] = [
    ...learned,
    ...(step.claim ? [claimed(step, 'pass', '')] : []),
    {
      kind: 'exited',
      ...stamp,
      node,
      outcome: chain.outcome,
      ...(Object.keys(sections).length === 0 ? {} : { sections }),
    },
  ];
  // What was learned may declare skips, so the way on is looked up with it.
  const after = learned.length === 0 ? view : viewState(graph, appendFacts(state, left));
  const entry = enterRouted(graph, after, { node: target, stamp, artifacts, via: 'edge' });
  const said: Partial<NodeReport> = {
    outcome: chain.outcome,
    messages: [`advanced to ${entry.node}`, ...warnings(step)],
    attempts: 0,
    moved: true,
    currentNode: entry.node,
    ...(isVacuous(chain) ? { vacuous: true } : {}),
  };
  const report = nodeReport(view, { node, status: 'pass', ...said });
  return { facts: [...left, ...entry.facts], effects: plannedEffects(chain), enters: entry.node, report };
}
