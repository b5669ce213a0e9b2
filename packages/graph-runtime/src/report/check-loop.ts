import { waitingWrites } from '../effects/waiting-writes.ts';
import { type OpenLoop } from '../verbs/open-loop.ts';
import { type VerbContext } from '../verbs/verb-context.ts';
import { type CheckReport, type NodeStatus } from './check-report.ts';
import { endingsOf } from './endings.ts';
import { type Demands, evaluateNode } from './evaluate-node.ts';

/** How a loop is judged. */
export interface CheckOptions extends Demands {
  /** True: the pointer, forces and the parked note are not believed; the first unmet node is where it stands. */
  readonly recompute: boolean;
}

const asides = new Set(['cleanup', 'escalated']);

/** A loop that was moved aside is judged by how far it had come. */
function judgedUpTo(open: OpenLoop): string {
  const { currentNode } = open.view;
  if (currentNode === '') return open.graph.start;
  if (!asides.has(currentNode)) return currentNode;
  const before = open.state.facts.findLast((fact) => fact.kind === 'entered' && !asides.has(fact.node));
  return before?.kind === 'entered' ? before.node : open.graph.start;
}

function isMet({ status }: NodeStatus): boolean {
  return status === 'pass' || status === 'skip';
}

function endOf(open: OpenLoop): string {
  return open.graph.nodes.find((node) => node.terminal)?.id ?? open.graph.start;
}

/** Nodes in the order of the file up to `limit`; all of them when the graph does not know it. */
function reachedUpTo(nodes: readonly NodeStatus[], limit: string): string[] {
  const ids = nodes.map(({ node }) => node).filter((id) => !asides.has(id) || id === limit);
  const end = ids.indexOf(limit);
  return end < 0 ? ids : ids.slice(0, end + 1);
}

function position(open: OpenLoop, nodes: readonly NodeStatus[], recompute: boolean): { at: string; upTo: string } {
  if (!recompute) return { at: open.view.currentNode || open.graph.start, upTo: judgedUpTo(open) };
  const unmet = nodes.find((status) => !asides.has(status.node) && !isMet(status))?.node ?? endOf(open);
  return { at: unmet, upTo: unmet };
}

/** Judges every node of a loop, one after the other, over one reading of its files. */
export async function checkLoop(context: VerbContext, open: OpenLoop, options: CheckOptions): Promise<CheckReport> {
  const nodes: NodeStatus[] = [];
  for (const node of open.graph.nodes) nodes.push(await evaluateNode(node, { context, open, demands: options }));
  const { at, upTo } = position(open, nodes, options.recompute);
  const reached = reachedUpTo(nodes, upTo);
  const known = new Set(reached);
  const ok = nodes.filter(({ node }) => known.has(node)).every(isMet);
  const isEnd = open.graph.nodes.find(({ id }) => id === at)?.terminal === true && !asides.has(at);
  return {
    workItem: open.address.id,
    address: open.address,
    loop: open.graph.name,
    currentNode: at,
    started: open.view.currentNode !== '',
    ok,
    done: ok && isEnd,
    parked: options.recompute ? null : open.view.parked,
    ...endingsOf(open),
    nodes: options.recompute ? nodes.map((status) => ({ ...status, forced: false })) : nodes,
    reached,
    warnings: open.warnings,
    pendingWrites: waitingWrites(open.state.pending),
  };
}
