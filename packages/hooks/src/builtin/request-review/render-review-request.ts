import { type HookContext, safeParseRef } from '@the-loop/graph-core';
import { bareLogin } from '../../replies/replies.ts';
import { type Digests } from '../../subjects/subjects.ts';

const SHOWN_DIGITS = 12;

/** The comment that asks for a decision: about what, in which words, and from whom. */
export function renderReviewRequest(context: HookContext, subjects: Digests): string {
  const { address, node, settings } = context;
  const where = address.pr === undefined ? address.id : `${address.id}, pull request #${address.pr}`;
  return [
    `### ${where}: \`${node.id}\` waits for a person`,
    '',
    ...subjectLines(context, subjects),
    ...headLine(context),
    ...answerLines(context),
    '',
    `Who may answer: ${whoMayAnswer(settings.authorizedUsers)}${settings.minApprovals > 1 ? ` (${settings.minApprovals} approvals are needed)` : ''}.`,
  ].join('\n');
}

function subjectLines(context: HookContext, subjects: Digests): string[] {
  const names = Object.keys(subjects);
  if (names.length === 0) return [];
  const rows = names.map(
    (name) => `- ${fileName(context, name)} (SHA-256 \`${(subjects[name] ?? '').slice(0, SHOWN_DIGITS)}\`)`,
  );
  return ['What is asked about:', '', ...rows, ''];
}

/** A link to the file as it is at the head, where that is known and the head is of the repository that holds the file. */
function fileName({ address, directory, headSha, ref }: HookContext, name: string): string {
  const path = `${directory}/${name}`;
  const parsed = safeParseRef(ref);
  if (headSha === '' || address.prRepo !== undefined || !parsed.ok) return `\`${path}\``;
  const { host, owner, repo } = parsed.value;
  const url = `https://${host === '' ? 'github.com' : host}/${owner}/${repo}/blob/${headSha}/${path}`;
  return `[\`${path}\`](${encodeURI(url)})`;
}

function headLine({ headSha }: HookContext): string[] {
  return headSha === '' ? [] : [`Commit: \`${headSha.slice(0, SHOWN_DIGITS)}\``, ''];
}

function answerLines({ node }: HookContext): string[] {
  if (node.exit.some(({ hook }) => hook === 'classify-adhoc-reply')) {
    return ['Answers: `done` ends the task; anything else that asks for something continues it.'];
  }
  return [
    'Answers, on this thread:',
    '',
    '- approve: `approved`, `LGTM`, `looks good`, `ship it`, a review that approves, or `the-loop approve`',
    '- approve with comments: the same, with your comments beside it',
    '- request changes: `changes requested`, a review that requests them, or `the-loop request-changes`',
    '',
    'A question, a condition or a quotation decides nothing.',
  ];
}

/** In code, so that nobody is notified twice. */
function whoMayAnswer(logins: readonly string[]): string {
  return logins.length === 0
    ? 'nobody (`routing.authorizedUsers` is empty)'
    : logins.map((login) => `\`${bareLogin(login)}\``).join(', ');
}
