import { addLabels, closeIssue, createIssue, editIssue, removeLabel, reopenIssue, setLabels } from '../acts/issues.ts';
import { renderIssueInFull, renderLabel } from '../render/issue.ts';
import { type IssueRecord } from '../state/records.ts';
import { invalid, notFound } from '../state/refusal.ts';
import { issueOf, optionalText, repositoryOf, sinceAndSorted, textField, textsField } from './input.ts';
import { type Answer, type Call, type Route, route } from './route.ts';

const shown = (call: Call, issue: IssueRecord) => renderIssueInFull(issue, call.world.options);
const labelsOf = (call: Call, issue: IssueRecord) =>
  issue.labels.map((label) => renderLabel(label, issue.repository, call.world.options));

function listIssues(call: Call): Answer {
  const state = call.query.get('state') ?? 'open';
  const labels = (call.query.get('labels') ?? '').toLowerCase().split(',').filter(Boolean);
  const wanted = [...repositoryOf(call).issues.values()].filter(
    (issue) =>
      !issue.deleted &&
      !issue.movedTo &&
      (state === 'all' || issue.state === state) &&
      labels.every((name) => issue.labels.some((label) => label.name.toLowerCase() === name)),
  );
  return { items: sinceAndSorted(call, wanted, 'desc').map((issue) => shown(call, issue)) };
}

function updateIssue(call: Call): Answer {
  const issue = issueOf(call);
  const title = optionalText(call, 'title');
  const body = optionalText(call, 'body');
  editIssue(call, issue, { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { body }) });
  if (Array.isArray(call.body['labels'])) setLabels(call, issue, textsField(call, 'Issue', 'labels'));
  const state = optionalText(call, 'state');
  if (state === 'open') reopenIssue(call, issue);
  if (state === 'closed')
    closeIssue(call, issue, call.body['state_reason'] === 'not_planned' ? 'not_planned' : 'completed');
  return { status: 200, body: shown(call, issue) };
}

function postIssue(call: Call): Answer {
  const labels = call.body['labels'] === undefined ? [] : textsField(call, 'Issue', 'labels');
  const input = { title: textField(call, 'Issue', 'title'), body: optionalText(call, 'body') ?? '', labels };
  return { status: 201, body: shown(call, createIssue(call, repositoryOf(call), input)) };
}

function postLabel(call: Call): Answer {
  const repository = repositoryOf(call);
  const name = textField(call, 'Label', 'name');
  if (repository.labels.has(name.toLowerCase())) throw invalid('Label', 'name', 'already_exists');
  const color = optionalText(call, 'color') ?? 'ededed';
  const label = { ...call.world.identify('LA'), name, color, description: optionalText(call, 'description') ?? null };
  repository.labels.set(name.toLowerCase(), label);
  return { status: 201, body: renderLabel(label, repository, call.world.options) };
}

function getLabel(call: Call): Answer {
  const repository = repositoryOf(call);
  const label = repository.labels.get((call.params['name'] ?? '').toLowerCase());
  if (!label) throw notFound();
  return { status: 200, body: renderLabel(label, repository, call.world.options) };
}

const REPO = '/repos/:owner/:repo';

/** Issues, and pull requests seen as issues, with their labels. */
export const issueRoutes: readonly Route[] = [
  route(`GET ${REPO}/issues`, 'list-issues', listIssues),
  route(`POST ${REPO}/issues`, 'create-issue', postIssue),
  route(`GET ${REPO}/issues/:number`, 'get-issue', (call) => ({ status: 200, body: shown(call, issueOf(call)) })),
  route(`PATCH ${REPO}/issues/:number`, 'update-issue', updateIssue),
  route(`GET ${REPO}/issues/:number/labels`, 'list-labels', (call) => ({ items: labelsOf(call, issueOf(call)) })),
  route(`POST ${REPO}/issues/:number/labels`, 'add-labels', (call) => {
    const issue = issueOf(call);
    addLabels(call, issue, textsField(call, 'Label', 'labels'));
    return { status: 200, body: labelsOf(call, issue) };
  }),
  route(`PUT ${REPO}/issues/:number/labels`, 'set-labels', (call) => {
    const issue = issueOf(call);
    setLabels(call, issue, textsField(call, 'Label', 'labels'));
    return { status: 200, body: labelsOf(call, issue) };
  }),
  route(`DELETE ${REPO}/issues/:number/labels/:name`, 'remove-label', (call) => {
    const issue = issueOf(call);
    removeLabel(call, issue, call.params['name'] ?? '');
    return { status: 200, body: labelsOf(call, issue) };
  }),
  route(`GET ${REPO}/labels`, 'list-repository-labels', (call) => {
    const repository = repositoryOf(call);
    return {
      items: [...repository.labels.values()].map((label) => renderLabel(label, repository, call.world.options)),
    };
  }),
  route(`POST ${REPO}/labels`, 'create-label', postLabel),
  route(`GET ${REPO}/labels/:name`, 'get-label', getLabel),
];
