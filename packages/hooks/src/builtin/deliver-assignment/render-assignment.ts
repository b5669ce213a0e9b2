import { type HookContext, type HookEntry, type LoopAddress } from '@the-loop/graph-core';
import { type WorkItemTraits } from '../../work-item/work-item-traits.ts';

/** What the session that works on the item is told. Made from the graph and the address alone; no text of a comment is in it. */
export function renderAssignment(context: HookContext, traits: WorkItemTraits): string {
  const { node } = context;
  return [
    scopeLine(context),
    `Node: ${node.id}${node.phase === '' ? '' : ` (phase ${node.phase})`}. Risk tier: ${traits.riskTier}.`,
    ...(node.description === '' ? [] : [node.description.replace(/\s+/g, ' ').trim()]),
    ...(node.produces.length === 0
      ? []
      : [`Produce in ${context.directory}/: ${node.produces.map(accepted).join(', ')}.`]),
    ...whereLine(context),
    ...(node.command === '' ? [] : [`Run: /the-loop:${node.command} ${context.address.id}`]),
    ...(node.actor === 'human' ? humanLines() : agentLines(context)),
  ].join('\n');
}

function scopeLine({ address, graph }: HookContext): string {
  const { id, pr, prRepo } = address;
  if (pr === undefined) return `Work item: ${id} (${graph.name}).`;
  return `Work item: ${id}, pull request #${pr}${prRepo === undefined ? '' : ` in ${prRepo}`} (${graph.name}).`;
}

function accepted(entry: string): string {
  return entry
    .split('|')
    .map((name) => name.trim())
    .join(' or ');
}

/** An inner loop happens on its pull request; an outer one where the signed selection says. */
function whereLine({ address, node, state }: HookContext): string[] {
  if (address.pr !== undefined) return ['Discuss on this pull request; an inner loop has no other place.'];
  if (node.produces.length === 0 || state.surface === '') return [];
  return state.surface === 'pull-request'
    ? ['Discuss the documents on a pull request in this repository.']
    : ['Discuss the documents on the ticket; open no pull request for them.'];
}

function humanLines(): string[] {
  return ['This is a gate for people. Do not claim it: wait, and answer what they ask.'];
}

function agentLines({ address, node }: HookContext): string[] {
  const gates = node.exit.map(renderGate).filter((gate) => gate !== '');
  return [
    ...(gates.length === 0 ? [] : ['The gate checks:', ...gates.map((gate) => `- ${gate}`)]),
    `When the work of this node is done, commit it together with graph-state.json, then claim it: ${claimCommand(address)} --node ${node.id}`,
    'A claim carries no verdict: the gate decides from what is checked in.',
  ];
}

/** The command that claims the node. */
export function claimCommand({ id, pr, prRepo }: LoopAddress): string {
  const number = pr === undefined ? '' : ` --pr ${pr}`;
  return `the-loop graph complete ${id}${number}${prRepo === undefined || prRepo === '' ? '' : ` --pr-repo ${prRepo}`}`;
}

function renderGate({ hook, with: options }: HookEntry): string {
  const parts = Object.entries(options).map(([name, value]) => `${name}: ${renderValue(value)}`);
  return parts.length === 0 ? hook : `${hook} (${parts.join('; ')})`;
}

function renderValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(renderValue).join(', ') : JSON.stringify(value);
}
