import { shortestWay } from '../analysis/ways.ts';
import { type Graph } from '../graph/graph.ts';
import { findNode } from '../graph/graph-index.ts';
import { type Fact } from '../state/fact.ts';
import { type GraphState } from '../state/graph-state.ts';
import { passedNodes } from '../state/passed-nodes.ts';
import { viewState } from '../state/view-state.ts';
import { auditEffects } from './audit.ts';
import { type ArtifactDigests, enterNode } from './enter-node.ts';
import { type Plan, type Stamp } from './plan.ts';
import { quoted, refusal, requireReason } from './refusal.ts';

export interface ForceInput {
  readonly stamp: Stamp;
  readonly to: string;
  readonly reason: string;
  readonly artifacts: ArtifactDigests;
  /** Where the audit comment is posted; without it the plan has none. */
  readonly ref?: string | undefined;
}

export interface ForceReport {
  readonly workItem: string;
  readonly fromNode: string;
  readonly toNode: string;
  readonly reason: string;
  /** Gates that were bypassed, and that no edge leads there, where that is so. */
  readonly warnings: readonly string[];
}

/** Gates between two nodes that nobody has passed: those that are required, and those that ask people and are not skipped. */
function bypassedGates(graph: Graph, state: GraphState, way: readonly string[]): readonly string[] {
  const view = viewState(graph, state);
  const passed = passedNodes(state.facts);
  return way.filter((id) => {
    const node = findNode(graph, id);
    const gate = node !== undefined && !node.terminal && (node.required || node.actor === 'human');
    return gate && !passed.has(id) && !Object.hasOwn(view.skips, id);
  });
}

function warningsOf(graph: Graph, state: GraphState, [from, to]: readonly [string, string]): readonly string[] {
  if (passedNodes(state.facts).has(to)) return [];
  const way = shortestWay(graph, { from, to });
  if (way === null) return [`no declared edges lead from ${from} to ${to}`];
  const gates = bypassedGates(graph, state, way.slice(0, -1));
  return gates.map(
    (id) =>
      `bypasses ${id}, ${findNode(graph, id)?.required === true ? 'which is required' : 'which waits for people'}`,
  );
}

/**
 * Moves the pointer from anywhere to a node, whatever the gates say. No verdict is written for what is bypassed: the gates keep
 * their real one, and each is named in a warning. The target is entered like any other node, its entry chain included.
 *
 * Throws `VERB_REFUSED_REASON` or `VERB_REFUSED_UNKNOWN_NODE`.
 */
export function planForce(graph: Graph, state: GraphState, input: ForceInput): Plan<ForceReport> {
  const { stamp, to, artifacts } = input;
  const reason = requireReason(input.reason);
  if (findNode(graph, to) === undefined) {
    const nodes = graph.nodes.map(({ id }) => id).join(', ');
    throw refusal(
      'VERB_REFUSED_UNKNOWN_NODE',
      `${quoted(to)} is no node of this loop`,
      `Pass --to with one of: ${nodes}.`,
    );
  }
  const view = viewState(graph, state);
  const from = view.currentNode === '' ? graph.start : view.currentNode;
  const warnings = warningsOf(graph, state, [from, to]);
  const forced: Fact = { kind: 'forced', ...stamp, from, to, reason, warnings };
  const entry = enterNode(graph, view, { node: to, stamp, artifacts, via: 'force' });
  const text = `moved from ${from} to ${to}${warnings.length === 0 ? '' : ` (${warnings.join('; ')})`}`;
  return {
    facts: [forced, ...entry.facts],
    effects: auditEffects(state, { hook: 'force', node: to, stamp, text, reason, ref: input.ref }),
    enters: to,
    report: { workItem: state.workItem, fromNode: from, toNode: to, reason, warnings },
  };
}
