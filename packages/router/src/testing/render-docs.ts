import { actionMatrix, type MatrixEntry } from '../guards/action-matrix.ts';
import { dropReasons } from '../guards/drop-reason.ts';
import { guards } from '../guards/guards.ts';
import { treatments } from '../guards/treatment.ts';

const ABOUT_GUARDS = `# What may be an input

Every delivery, by webhook or by polling, passes the same ordered list of guards; the first that drops it decides, and
says why. What passes has one _treatment_, which bounds what may be done with it. This page is made from the tables in
the code, and a test compares them.
`;

/** The page about guards, from the tables that the code runs on. */
export function guardsPage(): string {
  const order = guards.map(({ reason, about }, index) => [String(index + 1), about, code(reason)]);
  const actions = Object.entries(actionMatrix).flatMap(([event, entries]) =>
    Object.entries(entries).map(([action, entry]) => [code(event), code(action), entryText(entry)]),
  );
  return [
    ABOUT_GUARDS,
    '## The guards, in order\n',
    table(['No.', 'Is dropped when', 'Reason'], order),
    '## Events and actions\n',
    'An action that is not listed is no input (`ignored-action`); an event that is not listed names no work item\n' +
      '(`no-work-item`). A `status` has no action: its state stands in the place of one.\n',
    table(['Event', 'Action', 'Treatment'], actions),
    '## Treatments\n',
    table(
      ['Treatment', 'What it may do'],
      Object.entries(treatments).map(([name, text]) => [code(name), text]),
    ),
    '`checklist` and `binding` come from who did it: an `edited` comment that is a checklist of ours, and a `notice` about\n' +
      'a pull request by a login that we post as.\n',
    '## Drop reasons\n',
    'The union is closed: there is no other reason.\n',
    table(
      ['Reason', 'In a sentence'],
      Object.entries(dropReasons).map(([reason, text]) => [code(reason), text]),
    ),
  ].join('\n');
}

function entryText(entry: MatrixEntry): string {
  return entry === 'deleted' ? 'dropped: `deleted-comment`' : code(entry);
}

const ABOUT_LINKS = `# Which work items a delivery names

| Source | What it is | States the repository |
|---|---|---|
| \`closing-reference\` | GitHub's own \`closingIssuesReferences\`, where polling or enrichment provides them | yes, or the event's |
| \`branch\` | \`issue-<n>\`, \`issue/<n>\` or \`issue_<n>\` as a whole token of the head branch, in the event's own repository | no: the only source that can invent |
| \`keyword\` | a closing keyword in the description (\`close\`, \`fix\`, \`resolve\` and their forms in \`-s\` and \`-d\`), an optional colon, a blank, and \`#n\`, \`GH-n\`, \`owner/repo#n\` or an issue's URL | yes when qualified, else the event's |
| \`entity\` | the issue or pull request itself, or those that a CI run lists | GitHub said so |

The order is: closing references, branch, keywords as they stand in the text, the pull request itself; for CI its pull
requests before its branch. A work item that several sources name is listed once, with all of them. A link that rests on
\`branch\` alone is _weak_: it is verified before anything rests on it. Code, HTML comments and quoted lines are not read; a
number has 1 to 10 ASCII digits and nothing glued to it; a URL counts only on the event's host or a configured one; the
branch of a fork does not link. \`closesOnMerge\` is another question: a stated link closes only on a merge into the
default branch, and is \`unknown\` where the payload does not tell the branches.

The table is the package's conformance data, and a test runs it.
`;

/** One case of the conformance table. */
export interface LinkCase {
  readonly id: string;
  readonly input: { readonly event: string; readonly payload: unknown; readonly kind?: string };
  readonly expected: unknown;
  readonly why?: string;
}

/** The page about links, from the conformance table. */
export function linksPage(cases: readonly LinkCase[]): string {
  const rows = cases
    .filter(({ input }) => input.kind === undefined)
    .map(({ id, input, expected, why }) => [
      id,
      code(input.event),
      code(telling(input.payload)),
      named(expected),
      why ?? '',
    ]);
  return [ABOUT_LINKS, table(['Case', 'Event', 'What tells', 'Names', 'Because'], rows)].join('\n');
}

function named(expected: unknown): string {
  const { links } = expected as { links: [string, string[]][] };
  const shown = links.slice(0, 4).map(([ref, sources]) => `${ref.replace('github:', '')} (${sources.join(', ')})`);
  return [...shown, ...(links.length > 4 ? [`and ${links.length - 4} more`] : [])].join('<br>') || 'nothing';
}

/** Fields that say nothing about links, or the same in every case. */
const UNTELLING = new Set([
  'action',
  'sender',
  'comment',
  'review',
  'title',
  'state',
  'labels',
  'label',
  'conclusion',
  'status',
  'output',
  'default_branch',
  'base',
  'thread',
  'id',
  'fork',
  'changes',
  'description',
  'target_url',
  'context',
  'event',
]);
const ORDINARY = new Set([
  'repository.full_name "acme/app"',
  'repository.full_name "octo/repo"',
  'pull_request.head.ref "feature/x"',
]);

/** The fields that links come from, one after the other. */
function telling(payload: unknown): string {
  const leaves = leavesOf(payload, '').filter(
    (leaf) => !ORDINARY.has(leaf) && !/html_url "https:\/\/github\.com\//.test(leaf),
  );
  const text = leaves.join(', ');
  return text.length > 160 ? `${text.slice(0, 160)}…` : text || 'nothing';
}

function leavesOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return [`${path === '' ? '' : `${path} `}${JSON.stringify(value)}`];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    UNTELLING.has(key) ? [] : leavesOf(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** A code span; a backtick inside is written as the escape that it may have in JSON. */
function code(text: string): string {
  return `\`${text.replaceAll('`', '\\u0060')}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return `${[line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')}\n`;
}
