import { edgeFor, findNode, reachedNodes } from '@the-loop/graph-core';
import { waitingWrites } from '../effects/waiting-writes.ts';
import { type OpenLoop } from '../verbs/open-loop.ts';
import { type VerbContext } from '../verbs/verb-context.ts';
import { type CheckReport, type NodeStatus } from './check-report.ts';
import { type Demands, evaluateNode } from './evaluate-node.ts';
import { endingsOf, escalationOf } from './loop-standing.ts';

/** How a loop is judged. */
export interface CheckOptions extends Demands {
  /** True: the pointer, forces and the parked note are not believed; the way is walked from the start, by what each node is judged to be. */
  readonly recompute: boolean;
}

function isMet({ status }: NodeStatus): boolean {
  return status === 'pass' || status === 'skip';
}

/** Where the node would lead, as it is judged; where no edge says so, as it was left. */
function onward({ graph, state }: OpenLoop, { node, outcome }: NodeStatus): string | undefined {
  const left = state.facts.findLast((fact) => fact.kind === 'exited' && fact.node === node);
  const recorded = left?.kind === 'exited' ? left.outcome : '';
  return (edgeFor(graph, node, outcome) ?? edgeFor(graph, node, recorded))?.to;
}

/** The way from the start along what the nodes are judged to be, up to the first one that is not met. */
function judgedWay(open: OpenLoop, nodes: readonly NodeStatus[]): readonly string[] {
  const byId = new Map(nodes.map((status) => [status.node, status]));
  const way: string[] = [];
  for (let id: string | undefined = open.graph.start; id !== undefined && !way.includes(id); ) {
    way.push(id);
    const status = byId.get(id);
    id = status !== undefined && isMet(status) ? onward(open, status) : undefined;
  }
  return way;
}

interface Position {
  readonly at: string;
  readonly reached: ReadonlySet<string>;
}

function position(open: OpenLoop, nodes: readonly NodeStatus[], recompute: boolean): Position {
  const { graph, view, state } = open;
  if (!recompute) return { at: view.currentNode || graph.start, reached: reachedNodes(graph, state.facts) };
  const way = judgedWay(open, nodes);
  return { at: way.at(-1) ?? graph.start, reached: new Set(way) };
}

/** Judges every node of a loop, one after the other, over one reading of its files. */
export async function checkLoop(context: VerbContext, open: OpenLoop, options: CheckOptions): Promise<CheckReport> {
  const nodes: NodeStatus[] = [];
  const at = options.recompute ? '' : open.view.currentNode;
  for (const node of open.graph.nodes) nodes.push(await evaluateNode(node, { context, open, demands: options, at }));
  const { at: place, reached } = position(open, nodes, options.recompute);
  const behind = nodes.filter(({ node }) => reached.has(node));
  const ok = behind.every(isMet);
  const isEnd = findNode(open.graph, place)?.terminal === true && reached.has(place);
  return {
    workItem: open.address.id,
    address: open.address,
    loop: open.graph.name,
    currentNode: place,
    started: open.view.currentNode !== '',
    ok,
    done: ok && isEnd,
    parked: options.recompute ? null : open.view.parked,
    escalated: options.recompute ? null : escalationOf(open),
    ...endingsOf(open),
    nodes: options.recompute ? nodes.map((status) => ({ ...status, forced: false })) : nodes,
    reached: behind.map(({ node }) => node),
    warnings: open.warnings,
    pendingWrites: waitingWrites(open.state.pending),
  };
}
