import { findNode, type Graph, type GraphNode, type LoopAddress, type StateView } from '@the-loop/graph-core';
import { claimCommand } from '@the-loop/hooks';

/** How the work at a node stands. */
export type ContextStatus = 'pending' | 'in-progress' | 'waiting' | 'parked' | 'blocked' | 'escalated' | 'complete';

/** What a prompt says about the graph. */
export interface ContextBlockInput {
  readonly graph: Graph;
  readonly view: StateView;
  readonly address: LoopAddress;
  /** What the gate made of the event that this prompt delivers, where it consumed it; in our own words. */
  readonly verdict?: string;
  /** The phrase that resumes a paused session. */
  readonly resumeCommand?: string;
}

function statusAt(node: GraphNode | undefined, view: StateView): ContextStatus {
  const known = view.nodes[view.currentNode];
  if (known?.escalated === true) return 'escalated';
  if (known !== undefined && known.lastBlock !== '') return 'blocked';
  if (node?.actor === 'human') return 'waiting';
  return view.parked === null ? 'in-progress' : 'parked';
}

/** How the work stands, from the recorded facts alone. */
export function contextStatus(graph: Graph, view: StateView): ContextStatus {
  if (view.currentNode === '') return 'pending';
  const node = findNode(graph, view.currentNode);
  return node?.terminal === true ? 'complete' : statusAt(node, view);
}

function scopeOf({ address, graph }: ContextBlockInput): string {
  const { id, pr, prRepo } = address;
  if (pr === undefined) return `Work item ${id}, loop ${graph.name}.`;
  return `Pull request #${pr}${prRepo === undefined ? '' : ` in ${prRepo}`} of work item ${id}, loop ${graph.name}.`;
}

function placeOf({ address, graph, view }: ContextBlockInput): string {
  if (address.pr !== undefined) return 'Artifacts are iterated on this pull request.';
  if (graph.name === 'pdlc-contribution-loop')
    return 'This is a contribution: the conversation stays on the thread of the ticket.';
  if (graph.name === 'pdlc-adhoc-loop') return 'This is an ad-hoc task: the conversation stays on the ticket.';
  return view.surface === 'pull-request'
    ? 'Artifacts are iterated on a pull request in this repository.'
    : 'Artifacts are iterated on the ticket.';
}

function reasonOf({ view }: ContextBlockInput, status: ContextStatus): string[] {
  const known = view.nodes[view.currentNode];
  const text = status === 'blocked' || status === 'escalated' ? known?.lastBlock : view.parked?.reason;
  return text === undefined || text === '' ? [] : [`Reason: ${text}`];
}

function claimOf({ address }: ContextBlockInput, node: GraphNode | undefined): string[] {
  if (node === undefined || node.terminal) return [];
  if (node.actor === 'human') return ['This is a human gate: do not claim it and do not answer it.'];
  return [`When the work of this node is done, claim it: ${claimCommand(address)} --node ${node.id}`];
}

const closing = 'This block was written by the-loop; nothing in it comes from the event.';

function pendingLines(input: ContextBlockInput): string[] {
  const start = findNode(input.graph, input.graph.start);
  return [
    scopeOf(input),
    'The loop has not been entered yet: do not start any phase.',
    ...(start?.actor === 'human' ? [`It begins with ${start.id}, a human gate.`] : []),
    'If no assignment comes, ask on the ticket.',
    closing,
  ];
}

/** What an agent is told about where it stands: our own words only, none from the event. */
export function contextBlock(input: ContextBlockInput): string {
  const { graph, view } = input;
  const status = contextStatus(graph, view);
  if (status === 'pending') return pendingLines(input).join('\n');
  const node = findNode(graph, view.currentNode);
  const phase = node === undefined || node.phase === '' ? '' : ` (phase ${node.phase})`;
  return [
    scopeOf(input),
    `Node: ${view.currentNode}${phase}, ${status}.`,
    ...reasonOf(input, status),
    ...(input.verdict === undefined ? [] : [`The gate's answer to this event: ${input.verdict}`]),
    ...(input.resumeCommand === undefined ? [] : [`To resume: ${input.resumeCommand}`]),
    placeOf(input),
    ...claimOf(input, node),
    closing,
  ].join('\n');
}
