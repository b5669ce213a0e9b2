import { type Fact, type GraphNode, passedNodes, type StateView } from '@the-loop/graph-core';

/** The fact that answers a gate which does not only read files. */
export interface RecordedAnswer {
  readonly outcome: string;
  readonly fact: Fact;
  readonly by: readonly string[];
  readonly text: string;
}

function names(logins: readonly string[]): string[] {
  return [...new Set(logins.filter((login) => login !== '').map((login) => `@${login}`))];
}

function answer(fact: Fact, outcome: string, logins: readonly string[]): RecordedAnswer {
  const by = names(logins);
  const who = by.length === 0 ? 'somebody who was not recorded' : by.join(', ');
  return { outcome, fact, by, text: `${outcome} by ${who} at ${fact.at}` };
}

function approvalOf(node: string, view: StateView): RecordedAnswer | null {
  const fact = Object.hasOwn(view.approvals, node) ? view.approvals[node] : undefined;
  if (fact === undefined) return null;
  const approvers = fact.approvers.length > 0 ? fact.approvers : [fact.by];
  return answer(
    fact,
    fact.outcome,
    approvers.map(({ login }) => login),
  );
}

type Reader = (node: GraphNode, view: StateView) => RecordedAnswer | null;

const readers: Readonly<Record<string, Reader>> = {
  'classify-phase-selection': (_node, { selection }) =>
    selection === null ? null : answer(selection, 'selected', [selection.by.login]),
  'classify-goal': (_node, { goal }) => (goal === null ? null : answer(goal, 'defined', [goal.by.login])),
  'classify-feedback': (node, view) => approvalOf(node.id, view),
  'classify-adhoc-reply': (node, view) => approvalOf(node.id, view),
};

/** Whether a recorded fact, and not a file, answers the node. */
export function isAnsweredByFact(node: GraphNode): boolean {
  return node.actor === 'human' && !node.terminal;
}

/** The fact that answers a human gate; null while it is open. */
export function recordedAnswer(node: GraphNode, view: StateView, facts: readonly Fact[]): RecordedAnswer | null {
  const hook = node.exit.map((entry) => entry.hook).find((name) => Object.hasOwn(readers, name));
  const found = hook === undefined ? null : readers[hook]?.(node, view);
  if (found) return found;
  const merge = view.mergeApproves ? facts.findLast((fact) => fact.kind === 'merged') : undefined;
  if (merge !== undefined && hook === 'classify-feedback') return answer(merge, 'approved', [merge.by.login]);
  return hook === undefined || isTurning(node, facts) ? leftWith(node, view, facts) : null;
}

/** People wanted something else here, and the loop goes on from that: the node is behind the item and not ahead of it again. */
function isTurning({ id }: GraphNode, facts: readonly Fact[]): boolean {
  const asked = facts.findLast(
    (fact) => (fact.kind === 'approved' || fact.kind === 'changes-requested') && fact.node === id,
  );
  return asked?.kind === 'changes-requested' && passedNodes(facts).has(id);
}

/** For gates that an operator's loop names otherwise: how the node was left since its last entry. */
function leftWith(node: GraphNode, view: StateView, facts: readonly Fact[]): RecordedAnswer | null {
  const left = facts.findLast((fact) => fact.kind === 'exited' && fact.node === node.id);
  if (left?.kind !== 'exited' || left.outcome === 'skipped' || view.currentNode === node.id) return null;
  return answer(left, left.outcome, [left.by.login]);
}
