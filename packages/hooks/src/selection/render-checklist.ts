import { type Graph, type GraphNode } from '@the-loop/graph-core';
import { CHECKLIST_MARKER, SELF_MARKER } from '@the-loop/router';
import { EXECUTE_KEYWORD } from '../replies/replies.ts';
import { readSessionMode, SESSION_MODES, type SessionMode } from './session-mode.ts';
import { asksForSurface, isDefaultOn, SESSION_PREFIX, SURFACE_TOKEN } from './tokens.ts';

/** What the operator decided about checklists. */
export interface ChecklistOptions {
  /** The phrase that signs the list; `the-loop execute` when absent or blank. */
  readonly executeKeyword?: string;
  /** The mode that is ticked already. Older spellings (`true`, `false`) are understood. */
  readonly sessionPerPr?: unknown;
  /** Tells apart the lists of different runs; lower-case hex. */
  readonly nonce?: string;
}

const SESSION_TEXT: Readonly<Record<SessionMode, string>> = {
  never: 'no pull request gets a session of its own',
  'cross-repository': 'one per pull request in another repository',
  always: 'one per pull request',
};

/** The comment in which an authorized person chooses the phases of an item. Made from the loop that is walked. */
export function renderChecklist(graph: Graph, options: ChecklistOptions = {}): string {
  const keyword = options.executeKeyword?.trim() ? options.executeKeyword.trim() : EXECUTE_KEYWORD;
  return [
    '### Which phases does this item need?',
    '',
    `Untick what is not needed, tick what is wanted in addition, then reply with \`${keyword}\` on a line of its own. ` +
      'The boxes as they stand at that moment become the plan; your reply signs them.',
    '',
    ...graph.nodes.filter(isDefaultOn).map((node) => row(node.id, true, describe(node))),
    ...optInSection(graph.nodes.filter(({ optIn }) => optIn)),
    ...protectedSection(graph),
    ...surfaceSection(graph),
    ...sessionSection(readSessionMode(options.sessionPerPr)),
    '',
    'Leave everything as it is for the default process. A list inside your reply wins over the boxes above.',
    '',
    CHECKLIST_MARKER,
    `<!-- the-loop:checklist loop=${graph.name}${options.nonce === undefined ? '' : ` nonce=${options.nonce}`} -->`,
    SELF_MARKER,
  ].join('\n');
}

function row(token: string, ticked: boolean, text: string): string {
  return `- [${ticked ? 'x' : ' '}] ${token}${text === '' ? '' : ` — ${text}`}`;
}

function describe({ description }: GraphNode): string {
  return description.replace(/\s+/g, ' ').trim();
}

function optInSection(nodes: readonly GraphNode[]): string[] {
  if (nodes.length === 0) return [];
  return [
    '',
    '**Optional.** These do not run unless they are ticked.',
    '',
    ...nodes.map((node) => row(node.id, false, describe(node))),
  ];
}

function protectedSection(graph: Graph): string[] {
  const nodes = graph.nodes.filter(
    ({ skippable, optIn, terminal, id }) => !skippable && !optIn && !terminal && id !== graph.start,
  );
  const others = nodes.filter(({ id }) => id !== 'phase-selection');
  if (others.length > 0) return ['', '**Always.** These cannot be left out.', '', ...others.map(({ id }) => `- ${id}`)];
  return graph.nodes.some(isDefaultOn)
    ? ['', 'Every phase can be left out. Whatever is left out is recorded under the name of the person who replies.']
    : [];
}

function surfaceSection(graph: Graph): string[] {
  if (!asksForSurface(graph)) {
    return ['', '**Where?** There is no outer loop to place: the conversation stays on this thread.'];
  }
  const text = 'on a pull request in this repository; unticked, on this ticket';
  return ['', '**Where are the documents discussed?**', '', row(`\`${SURFACE_TOKEN}\``, false, text)];
}

function sessionSection(mode: SessionMode): string[] {
  const rows = SESSION_MODES.map((candidate) =>
    row(`\`${SESSION_PREFIX}${candidate}\``, candidate === mode, SESSION_TEXT[candidate]),
  );
  return ['', '**Sessions for pull requests.** Tick exactly one.', '', ...rows];
}
