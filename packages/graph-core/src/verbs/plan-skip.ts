import { expandSkips } from '../graph/expand-skips.ts';
import { type Graph } from '../graph/graph.ts';
import { type Fact } from '../state/fact.ts';
import { type GraphState } from '../state/graph-state.ts';
import { passedNodes } from '../state/passed-nodes.ts';
import { type StateView } from '../state/state-view.ts';
import { viewState } from '../state/view-state.ts';
import { auditEffects } from './audit.ts';
import { type Plan, type Stamp } from './plan.ts';
import { refusal, requireReason } from './refusal.ts';

export interface SkipInput {
  readonly stamp: Stamp;
  /** Skippable nodes or names of skip sets. */
  readonly tokens: readonly string[];
  readonly reason: string;
  /** Where the audit comment is posted; without it the plan has none. */
  readonly ref?: string | undefined;
}

/** What came of each token. */
export interface SkipReport {
  readonly workItem: string;
  /** The nodes that were declared skipped, or whose skip was taken back. */
  readonly declared: readonly string[];
  readonly rejected: readonly RejectedToken[];
  readonly reason: string;
  readonly warnings: readonly string[];
}

export interface RejectedToken {
  readonly token: string;
  /** The node of a skip set that is meant; absent when it is the token itself. */
  readonly node?: string;
  readonly why: string;
}

function requireTokens(tokens: readonly string[]): readonly string[] {
  const named = tokens.map((token) => token.trim()).filter((token) => token !== '');
  if (named.length > 0) return named;
  throw refusal('VERB_REFUSED_TOKENS', 'no node was named', 'Pass --node <node or skip set>.');
}

/** Why it is too late for the node; empty when it is not. */
function tooLate(node: string, view: StateView, passed: ReadonlySet<string>): string {
  if (view.currentNode === node) return 'it is the current node';
  if ((view.nodes[node]?.entries ?? 0) > 0) return 'it was already entered';
  return passed.has(node) ? 'it was already passed' : '';
}

interface Judged {
  readonly accepted: readonly (readonly [string, string])[];
  readonly rejected: readonly RejectedToken[];
}

function judge(
  graph: Graph,
  state: GraphState,
  why: (node: string, view: StateView, passed: ReadonlySet<string>) => string,
) {
  const view = viewState(graph, state);
  const passed = passedNodes(state.facts);
  return (tokens: readonly string[]): Judged => {
    const { accepted, rejected } = expandSkips(graph, tokens);
    const judged = Object.entries(accepted).map(([node, token]) => ({ node, token, why: why(node, view, passed) }));
    const outside = rejected.map(
      (token): RejectedToken => ({ token, why: 'it is neither a skippable node nor a skip set of this loop' }),
    );
    const late = judged.filter((one) => one.why !== '');
    return {
      accepted: judged.filter((one) => one.why === '').map(({ node, token }) => [node, token] as const),
      rejected: [
        ...outside,
        ...late.map(({ node, token, why: reason }) => ({ token, ...(node === token ? {} : { node }), why: reason })),
      ],
    };
  };
}

/**
 * Declares nodes skipped. A declaration is a plan for later, so nodes that are current, entered or passed are rejected; so is
 * whatever the loop does not let be skipped. Declaring again replaces the earlier declaration.
 *
 * Throws `VERB_REFUSED_REASON` or `VERB_REFUSED_TOKENS`.
 */
export function planSkip(graph: Graph, state: GraphState, input: SkipInput): Plan<SkipReport> {
  const reason = requireReason(input.reason);
  const { accepted, rejected } = judge(graph, state, tooLate)(requireTokens(input.tokens));
  const facts = accepted.map(
    ([node, token]): Fact => ({ kind: 'skipped', ...input.stamp, node, via: 'cli', token, reason }),
  );
  return skipPlan(state, { ...input, reason }, { facts, rejected, verb: 'skip' });
}

function notSkipped(node: string, view: StateView, passed: ReadonlySet<string>): string {
  if (!Object.hasOwn(view.skips, node)) return 'it is not skipped';
  return tooLate(node, view, passed);
}

/**
 * Takes skips back, however they were declared. For an opt-in node this selects it. Nodes that are current, entered or passed are
 * rejected.
 *
 * Throws `VERB_REFUSED_REASON` or `VERB_REFUSED_TOKENS`.
 */
export function planUnskip(graph: Graph, state: GraphState, input: SkipInput): Plan<SkipReport> {
  const reason = requireReason(input.reason);
  const { accepted, rejected } = judge(graph, state, notSkipped)(requireTokens(input.tokens));
  const facts = accepted.map(([node]): Fact => ({ kind: 'unskipped', ...input.stamp, node, reason }));
  return skipPlan(state, { ...input, reason }, { facts, rejected, verb: 'unskip' });
}

interface SkipDecision {
  readonly facts: readonly Fact[];
  readonly rejected: readonly RejectedToken[];
  readonly verb: 'skip' | 'unskip';
}

function skipPlan(state: GraphState, input: SkipInput, { facts, rejected, verb }: SkipDecision): Plan<SkipReport> {
  const declared = facts.flatMap((fact) => ('node' in fact ? [fact.node] : []));
  const text = `${declared.join(', ')} ${verb === 'skip' ? 'will be skipped' : 'will not be skipped'}`;
  const audit = { hook: verb, node: declared[0] ?? '', stamp: input.stamp, text, reason: input.reason, ref: input.ref };
  return {
    facts,
    effects: declared.length === 0 ? [] : auditEffects(state, audit),
    enters: null,
    report: { workItem: state.workItem, declared, rejected, reason: input.reason, warnings: [] },
  };
}
