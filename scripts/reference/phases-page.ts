import { type Graph, type GraphNode, type HookEntry, LOOP_NAMES } from '../../packages/graph-core/src/index.ts';
import { loadLoop } from '../../packages/graph-runtime/src/index.ts';
import { cell, page, table } from './markdown-page.ts';

const INTRODUCTION = `What the gate of each phase asks for, per shipped loop. Files are those of the item's directory, \`docs/specs/issue-7\` where nothing
else is configured; \`|\` means one of them. A section is a heading with text below it; *locked* means \`status: approved\` or \`status: ready\` in
the front matter, which its author writes. A phase that says *skippable* can be left out by whoever signs the selection; an *opt-in* phase is
left out unless somebody adds it. Answers of people: [gates](../guide/gates.md).`;

/** What every phase of the shipped loops demands. */
export async function phasesPage(): Promise<string> {
  const graphs = await Promise.all(LOOP_NAMES.map((name) => loadLoop(name)));
  return page('Phases', INTRODUCTION, graphs.flatMap(section));
}

function section(graph: Graph): string[] {
  const walked = graph.nodes.filter(({ terminal }) => !terminal);
  const rows = walked.map((node) => [`\`${node.id}\``, whoOf(node), cell(filesOf(node)), cell(demandsOf(node))]);
  const sets = Object.entries(graph.skipSets).map(([name, nodes]) => `\`${name}\` is ${nodes.join(', ')}.`);
  return [
    `## ${graph.name}`,
    table(['Phase', 'Who', 'Files', 'Passes when'], rows),
    ...(sets.length === 0 ? [] : [`Skip sets: ${sets.join(' ')}`]),
  ];
}

function whoOf({ actor, skippable, optIn, required }: GraphNode): string {
  const who = { agent: 'agent', human: 'people', code: 'the-loop' }[actor];
  const flag = optIn ? 'opt-in' : skippable ? 'skippable' : required ? 'required' : '';
  return flag === '' ? who : `${who}, ${flag}`;
}

function filesOf({ produces }: GraphNode): string {
  return produces.map((file) => `\`${file}\``).join(', ');
}

function demandsOf(node: GraphNode): string {
  return node.exit
    .map((entry) => demandOf(node, entry))
    .filter((demand) => demand !== '')
    .join('; ');
}

type Params = Readonly<Record<string, unknown>>;

const DEMANDS: Readonly<Record<string, (node: GraphNode, params: Params) => string>> = {
  'validate-artifacts': artifactDemand,
  'lint-artifacts': () => 'no leftover placeholder text',
  'enforces-boundaries-from': (_, params) =>
    `every ${namesOf(params['markers']).join(' and ')} of \`${textOf(params['upstream'])}\` is dealt with`,
  'verify-tests': () => '`verify.command` of the operator, where there is one, passes',
  'await-inner-loops': () => 'the loop of every pull request of the item is complete',
  'classify-phase-selection': () => 'somebody signs the phases: `the-loop execute`, or `gate answer … select`',
  'classify-goal': () => 'somebody states the goal with its criteria: `the-loop goal`, or `gate answer … goal`',
  'classify-feedback': () => 'somebody approves: in words, by a review, or `gate answer … approve`',
  'classify-adhoc-reply': () => 'somebody says `done`, or `gate answer … approve`',
};

/** Hooks that only write down what was said demand nothing. */
function demandOf(node: GraphNode, { hook, with: params }: HookEntry): string {
  return DEMANDS[hook]?.(node, params) ?? '';
}

function artifactDemand({ produces, optional }: GraphNode, params: Params): string {
  const file = textOf(params['validates']) || produces.join(' and ');
  const sections = namesOf(params['sections']);
  const later = new Set(namesOf(params['allowPlaceholder']));
  const parts = [
    params['locked'] === true ? 'is locked' : '',
    params['checkmarks'] === 'complete' ? 'has every box ticked' : '',
    sections.length === 0
      ? ''
      : `has ${sections.map((name) => `*${name}*${later.has(name) ? ' (may be empty yet)' : ''}`).join(', ')}`,
  ].filter((part) => part !== '');
  const left = textOf(params['onlyWhenSkipped']);
  const when = left === '' ? '' : ` (only where \`${left}\` was left out)`;
  return `\`${file}\`${optional ? ', if it is there,' : ''} ${parts.join(' and ')}${when}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
