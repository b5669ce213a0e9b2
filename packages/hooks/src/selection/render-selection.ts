import { type Graph } from '@the-loop/graph-core';
import { bareLogin } from '../replies/replies.ts';
import { type SignedSelection } from './decide-selection.ts';
import { type ForgedChecklist } from './forged-checklists.ts';
import { type Selection } from './parse-selection.ts';
import { type SessionMode } from './session-mode.ts';

/** The comment that shows back what was signed, by whom, and what was made of it. */
export function renderSelectionConfirmation(graph: Graph, signed: SignedSelection, sessionPerPr: SessionMode): string {
  const { selection, signing, late, editors, forged } = signed;
  const offered = graph.nodes.filter(({ optIn }) => optIn).map(({ id }) => id);
  const left = offered.filter((id) => !selection.optIns.includes(id));
  const lines = [
    selection.skips.length === 0 ? 'Every default phase runs.' : `Left out: ${listed(selection.skips)}.`,
    ...when(selection.optIns, (names) => `Added: ${names}.`),
    ...when(left, (names) => `Offered and not selected: ${names}.`),
    ...when(selection.refused, (names) => `Cannot be left out, so it runs: ${names}.`),
    ...when(late, (names) => `Already entered, so not left out: ${names}.`),
    ...when(selection.unknown, (names) => `Not understood and ignored: ${names}.`),
    ...surfaceLine(selection.surface),
    `Sessions for pull requests: ${sessionPerPr}.`,
    ...when(editors, (names) => `Boxes were changed by: ${names}.`),
    ...forged.map(forgedLine),
  ];
  const head = `Phase selection recorded, signed by @${bareLogin(signing.comment.author)}:`;
  return [head, '', ...lines.map((line) => `- ${line}`), '', 'Starting.'].join('\n');
}

/** The comment that says why a signature does not count yet. */
export function renderUnclearSelection(selection: Selection, keyword: string): string {
  const unknown = selection.unknownUnticked.map((token) => {
    const suggestion = selection.suggestions[token];
    return suggestion === undefined ? `\`${token}\`` : `\`${token}\` (did you mean \`${suggestion}\`?)`;
  });
  return [
    'The phase selection is not clear, so nothing was started:',
    '',
    ...when(selection.contradictions, (names) => `- both ticked and unticked: ${names}`),
    ...(unknown.length === 0 ? [] : [`- unticked, and no phase of this loop: ${unknown.join(', ')}`]),
    ...when(selection.malformed, (names) => `- not a box (write \`[ ]\` or \`[x]\`): ${names}`),
    '',
    `Correct it and reply with \`${keyword}\` again.`,
  ].join('\n');
}

/** The comment that names people who changed boxes without being allowed to decide. */
export function renderForeignTicks(editors: readonly string[], keyword: string, mark: string): string {
  return [
    `The checklist was changed by ${listed(editors)}, who may not decide it. Nothing was started.`,
    '',
    `Look at the boxes, then reply with \`${keyword}\` again to sign them as they are, or with a list of your own.`,
    '',
    mark,
  ].join('\n');
}

function forgedLine({ author, url }: ForgedChecklist): string {
  const comment = url === '' ? 'a comment' : `[a comment](${url})`;
  return `Ignored: ${comment} of \`${author}\` that pretends to be the checklist.`;
}

function surfaceLine(surface: Selection['surface']): string[] {
  if (surface === '') return [];
  return [
    `Documents are discussed on ${surface === 'pull-request' ? 'a pull request in this repository' : 'this ticket'}.`,
  ];
}

function when(names: readonly string[], render: (names: string) => string): string[] {
  return names.length === 0 ? [] : [render(listed(names))];
}

/** In code: tokens and logins then mention nobody. */
function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
