import { type ChainOutcome, type ChainResult } from '../chain/chain-outcome.ts';
import { type Graph } from '../graph/graph.ts';
import { type HookResult } from '../hook/hook.ts';
import { appendFacts, emptyState } from '../state/empty-state.ts';
import { type Fact } from '../state/fact.ts';
import { type GraphState } from '../state/graph-state.ts';
import { type StateView } from '../state/state-view.ts';
import { viewState } from '../state/view-state.ts';
import { type ArtifactDigests } from '../verbs/enter-node.ts';
import { type NodeReport, type Plan, type Stamp } from '../verbs/plan.ts';
import { planAdvance } from '../verbs/plan-advance.ts';
import { planComplete } from '../verbs/plan-complete.ts';
import { planStart } from '../verbs/plan-start.ts';

/** A stamp of somebody at a terminal, `minute` minutes into the story. */
export function stamp(minute = 0, login = 'alice'): Stamp {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return { at, by: { login }, source: { kind: 'terminal' } };
}

/** A chain outcome as if one hook had answered so. */
export function chainOf(node: string, result: HookResult, hook = 'gate'): ChainOutcome {
  const one: ChainResult = { hook, result };
  const stopped = result.status === 'wait' || result.status === 'block';
  const status = result.status === 'skip' ? 'pass' : result.status;
  const outcome = result.data?.outcome ?? status;
  return { node, boundary: 'exit', status, outcome, results: [one], blocking: stopped ? one : null, ran: 1 };
}

/** An item that walks a graph in memory: what the runtime does with files, without files. */
export class Walker {
  readonly graph: Graph;
  state: GraphState;
  artifacts: ArtifactDigests = {};
  minute = 0;

  constructor(graph: Graph, state: GraphState = emptyState('issue-1', 'octo/repo')) {
    this.graph = graph;
    this.state = state;
  }

  get view(): StateView {
    return viewState(this.graph, this.state);
  }

  get at(): string {
    return this.view.currentNode;
  }

  /** A stamp one minute later than the last one. */
  stamp(login = 'alice'): Stamp {
    this.minute += 1;
    return stamp(this.minute, login);
  }

  commit<Report>(plan: Plan<Report>): Report {
    this.state = appendFacts(this.state, plan.facts);
    return plan.report;
  }

  start(): NodeReport | null {
    const plan = planStart(this.graph, this.state, { stamp: this.stamp(), artifacts: this.artifacts });
    return plan === null ? null : this.commit(plan);
  }

  /** Advances with the current node's gate answering `result`. */
  advance(result: HookResult = { status: 'pass' }): NodeReport {
    const chain = chainOf(this.at, result);
    return this.commit(
      planAdvance(this.graph, this.state, { stamp: this.stamp(), chain, artifacts: this.artifacts, claim: false }),
    );
  }

  /** Advances over a gate of people that answers `outcome`, with the fact a gate hook records. */
  answer(outcome: 'approved' | 'changes-requested'): NodeReport {
    const base = { ...stamp(this.minute), node: this.at };
    const subjects = this.lastEntered()?.subjects ?? {};
    const fact: Fact =
      outcome === 'approved'
        ? { kind: 'approved', ...base, outcome, headSha: '', subjects, used: [], approvers: [base.by] }
        : { kind: 'changes-requested', ...base, outcome, used: [] };
    return this.advance({ status: 'pass', data: { outcome, facts: [fact] } });
  }

  /** Signs the selection: nodes to skip, and opt-in nodes to walk. */
  select(skips: readonly string[] = [], optIns: readonly string[] = []): NodeReport {
    const facts: Fact[] = [
      {
        kind: 'selected',
        ...stamp(this.minute),
        skips,
        optIns,
        surface: 'work-item',
        sessionPerPr: 'never',
        via: 'reply',
      },
    ];
    return this.advance({ status: 'pass', data: { outcome: 'selected', facts } });
  }

  claim(node?: string, result: HookResult = { status: 'pass' }): NodeReport {
    const plan = planComplete(this.graph, this.state, { stamp: this.stamp('agent'), node, artifacts: this.artifacts });
    return this.commit(plan.kind === 'answered' ? plan.plan : plan.plan(chainOf(plan.node.id, result)));
  }

  private lastEntered(): Extract<Fact, { kind: 'entered' }> | undefined {
    return this.state.facts.findLast((fact) => fact.kind === 'entered');
  }
}
