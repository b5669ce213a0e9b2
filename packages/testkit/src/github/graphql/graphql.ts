import { closingIssues } from '../acts/pulls.ts';
import { react } from '../acts/reactions.ts';
import { pageOf } from '../render/issue.ts';
import { fullNameOf, renderRepository } from '../render/repository.ts';
import { type ContentRecord, type IssueRecord } from '../state/records.ts';
import { type World } from '../state/world.ts';
import { type GraphqlAnswer, type GraphqlCall, type GraphqlOperation, missing, text } from './graphql-call.ts';
import { itemEvents } from './item-events.ts';
import { readLabelGroup, swapLabels } from './label-operations.ts';
import { minimizeComment } from './minimize-comment.ts';
import { survey } from './survey.ts';

const PAGE = 100;

function pageOfItems<Item>(call: GraphqlCall, items: readonly Item[]) {
  const from = Number(text(call, 'after') || '0');
  const end = Math.min(from + PAGE, items.length);
  const pageInfo = { hasNextPage: end < items.length, endCursor: items.length === 0 ? null : String(end) };
  return { totalCount: items.length, pageInfo, nodes: items.slice(from, end) };
}

function shownTicket(issue: IssueRecord, world: World) {
  const { name, owner, html_url: url } = renderRepository(issue.repository, world.options);
  const repository = { name, owner: { login: owner.login }, nameWithOwner: fullNameOf(issue.repository), url };
  return {
    id: issue.nodeId,
    number: issue.number,
    url: pageOf(issue, world.options),
    state: issue.state.toUpperCase(),
    repository,
  };
}

/** Variables `owner`, `repo`, `number`, and `after` for the next page. */
function closingReferences(call: GraphqlCall): GraphqlAnswer {
  const repository = call.world.repositories.get(`${text(call, 'owner')}/${text(call, 'repo')}`.toLowerCase());
  if (!repository) return missing('Repository');
  const issue = repository.issues.get(Number(call.variables['number']));
  if (!issue?.pull) return missing('PullRequest');
  const nodes = closingIssues(call.world, issue).map((ticket) => shownTicket(ticket, call.world));
  return {
    data: { repository: { pullRequest: { id: issue.nodeId, closingIssuesReferences: pageOfItems(call, nodes) } } },
  };
}

/** Variables `owner`, `repo`, `number`: the last closing, and the pull request that caused it. */
function lastClosing(call: GraphqlCall): GraphqlAnswer {
  const repository = call.world.repositories.get(`${text(call, 'owner')}/${text(call, 'repo')}`.toLowerCase());
  const issue = repository?.issues.get(Number(call.variables['number']));
  if (!issue || issue.deleted) return missing('issue or pull request');
  const { lastClosing: last } = issue;
  const nodes =
    last === null ? [] : [{ createdAt: last.at, closer: last.byPull ? { __typename: 'PullRequest' } : null }];
  return { data: { repository: { issueOrPullRequest: { timelineItems: { nodes } } } } };
}

/** Variables `id` (a node id), and `after`. Newest first; empty for a text that was never edited. */
function contentEdits(call: GraphqlCall): GraphqlAnswer {
  const content = call.world.nodes.get(text(call, 'id'));
  if (!content) return missing('node');
  const nodes = content.edits
    .map((edit) => ({
      editedAt: edit.at,
      createdAt: edit.at,
      deletedAt: null,
      editor: { login: edit.editor.login },
      diff: edit.text,
    }))
    .reverse();
  const last = content.edits.length > 1 ? nodes[0] : undefined;
  const node = {
    id: content.nodeId,
    author: { login: content.author.login },
    body: content.body,
    createdAt: content.createdAt,
    lastEditedAt: last?.editedAt ?? null,
    editor: last?.editor ?? null,
    userContentEdits: pageOfItems(call, nodes),
  };
  return { data: { node } };
}

const REACTIONS: Readonly<Record<string, string>> = {
  THUMBS_UP: '+1',
  THUMBS_DOWN: '-1',
  LAUGH: 'laugh',
  CONFUSED: 'confused',
  HEART: 'heart',
  HOORAY: 'hooray',
  ROCKET: 'rocket',
  EYES: 'eyes',
};

/** Variables `id` (a node id) and `content` (`EYES`, `HOORAY`, …). */
function addReaction(call: GraphqlCall): GraphqlAnswer {
  const subject: ContentRecord | undefined = call.world.nodes.get(text(call, 'id'));
  const reaction = REACTIONS[text(call, 'content')];
  if (!subject || reaction === undefined) return missing('node');
  const { record } = react(call.world, subject, { by: call.by, reaction });
  return {
    data: {
      addReaction: { reaction: { id: record.nodeId, content: text(call, 'content') }, subject: { id: subject.nodeId } },
    },
  };
}

/** Tried in this order; a query that fits none is answered with an error that lists them. */
export const graphqlOperations: readonly GraphqlOperation[] = [
  { name: 'closer', field: /\bCLOSED_EVENT\b/, isMutation: false, answer: lastClosing },
  { name: 'item-events', field: /\bLABELED_EVENT\b/, isMutation: false, answer: itemEvents },
  { name: 'survey', field: /\{ databaseId nameWithOwner \}/, isMutation: false, answer: survey },
  { name: 'closing-references', field: /\bclosingIssuesReferences\b/, isMutation: false, answer: closingReferences },
  { name: 'edit-history', field: /\buserContentEdits\b/, isMutation: false, answer: contentEdits },
  { name: 'read-labels', field: /\bissueOrPullRequest\b/, isMutation: false, answer: readLabelGroup },
  { name: 'swap-labels', field: /\b(?:add|remove)Labels(?:To|From)Labelable\b/, isMutation: true, answer: swapLabels },
  { name: 'minimize-comment', field: /\bminimizeComment\b/, isMutation: true, answer: minimizeComment },
  { name: 'add-reaction', field: /\baddReaction\b/, isMutation: true, answer: addReaction },
  {
    name: 'viewer',
    field: /\bviewer\b/,
    isMutation: false,
    answer: ({ by }) => ({ data: { viewer: { login: by.login, id: by.nodeId, databaseId: by.id } } }),
  },
];
