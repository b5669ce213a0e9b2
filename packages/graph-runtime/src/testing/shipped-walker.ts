import {
  appendFacts,
  type ChainOutcome,
  edgesFrom,
  emptyState,
  type Fact,
  findNode,
  type Graph,
  type GraphNode,
  type GraphState,
  gateSubjects,
  type HookResult,
  type NodeReport,
  type Plan,
  planAdvance,
  planComplete,
  planStart,
  type Stamp,
  type StateView,
  viewState,
} from '@the-loop/graph-core';

const favourable = ['pass', 'selected', 'defined', 'approved', 'done'];
const turning = ['changes-requested', 'more-work'];

/** An item that walks a loop in memory, its gates answered as their hooks would: with the fact that belongs to each outcome. */
export class ShippedWalker {
  readonly graph: Graph;
  readonly artifacts: Record<string, string> = {};
  state: GraphState = emptyState('issue-1', 'acme/app');
  #minute = 0;

  constructor(graph: Graph) {
    this.graph = graph;
    const plan = planStart(graph, this.state, { stamp: this.stamp(), artifacts: {} });
    if (plan !== null) this.commit(plan);
  }

  get view(): StateView {
    return viewState(this.graph, this.state);
  }

  get node(): GraphNode {
    const found = findNode(this.graph, this.view.currentNode);
    if (found === undefined) throw new TypeError(`no node ${this.view.currentNode}`);
    return found;
  }

  stamp(): Stamp {
    this.#minute += 1;
    const at = new Date(Date.UTC(2026, 0, 1, 0, this.#minute)).toISOString();
    return { at, by: { login: 'alice' }, source: { kind: 'terminal' } };
  }

  commit<Report>(plan: Plan<Report>): Report {
    this.state = appendFacts(this.state, plan.facts);
    return plan.report;
  }

  /** The outcome of the current gate that leads on, or the one that leads back where it has one. */
  outcome(kind: 'on' | 'back'): string {
    const own = edgesFrom(this.graph, this.node.id).map(({ on }) => on);
    const wanted = kind === 'on' ? favourable : [...turning, ...favourable];
    return wanted.find((outcome) => own.includes(outcome)) ?? 'pass';
  }

  /** The current gate answers. `claim`: as the claim of an agent, which no gate of people takes. */
  answer(result: HookResult, claim: boolean): NodeReport {
    const { node } = this;
    const input = { stamp: this.stamp(), artifacts: { ...this.artifacts } };
    if (!claim) {
      return this.commit(planAdvance(this.graph, this.state, { ...input, chain: chainOf(node, result), claim: false }));
    }
    const plan = planComplete(this.graph, this.state, input);
    return this.commit(plan.kind === 'answered' ? plan.plan : plan.plan(chainOf(plan.node, result)));
  }

  /** The current gate passes with `outcome`, with the fact a person's answer leaves. */
  pass(outcome: string, claim = false, choice: { skips: string[]; optIns: string[] } = { skips: [], optIns: [] }) {
    return this.answer({ status: 'pass', data: { outcome, facts: this.#factsOf(outcome, choice) } }, claim);
  }

  #factsOf(outcome: string, choice: { skips: string[]; optIns: string[] }): Fact[] {
    const { id } = this.node;
    const base = this.stamp();
    if (outcome === 'selected') {
      return [{ kind: 'selected', ...base, ...choice, surface: '', sessionPerPr: 'never', via: 'reply' }];
    }
    if (outcome === 'defined') return [{ kind: 'goal', ...base, goal: 'g', criteria: ['c'] }];
    if (outcome === 'changes-requested' || outcome === 'more-work') {
      return [{ kind: 'changes-requested', ...base, node: id, outcome, used: [] }];
    }
    if (outcome !== 'approved' && outcome !== 'done') return [];
    return [
      {
        kind: 'approved',
        ...base,
        node: id,
        outcome,
        headSha: '',
        subjects: this.#subjects(id),
        used: [],
        approvers: [],
      },
    ];
  }

  #subjects(gate: string): Record<string, string> {
    const files = gateSubjects(this.graph, gate, new Set(Object.keys(this.view.skips)));
    return Object.fromEntries(
      files.flatMap((file) => (file in this.artifacts ? [[file, this.artifacts[file] ?? '']] : [])),
    );
  }
}

function chainOf(node: GraphNode, result: HookResult): ChainOutcome {
  const one = { hook: node.exit[0]?.hook ?? 'gate', result };
  const stopped = result.status === 'wait' || result.status === 'block';
  const status = result.status === 'skip' ? 'pass' : result.status;
  const outcome = result.data?.outcome ?? status;
  return { node: node.id, boundary: 'exit', status, outcome, results: [one], blocking: stopped ? one : null, ran: 1 };
}
