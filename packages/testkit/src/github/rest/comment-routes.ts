import { addComment, deleteComment, editComment } from '../acts/comments.ts';
import { react } from '../acts/reactions.ts';
import { renderComment, renderReviewComment } from '../render/comment.ts';
import { renderUser } from '../render/user.ts';
import { type ContentRecord, type ReactionRecord } from '../state/records.ts';
import { issueOf, ownOf, repositoryOf, sinceAndSorted, textField } from './input.ts';
import { type Answer, type Call, type Route, route } from './route.ts';

const REPO = '/repos/:owner/:repo';

const shownReaction = (call: Call, record: ReactionRecord) => ({
  id: record.id,
  node_id: record.nodeId,
  user: renderUser(record.user, call.world.options),
  content: record.content,
  created_at: record.createdAt,
});

/** GitHub answers 201 for a new reaction and 200 for one that was there. */
function postReaction(call: Call, content: ContentRecord): Answer {
  const added = react(call.world, content, { by: call.by, reaction: textField(call, 'Reaction', 'content') });
  return { status: added.isNew ? 201 : 200, body: shownReaction(call, added.record) };
}

function reactionRoutes(path: string, contentOf: (call: Call) => ContentRecord): Route[] {
  return [
    route(`GET ${path}/reactions`, 'list-reactions', (call) => ({
      items: contentOf(call).reactions.map((record) => shownReaction(call, record)),
    })),
    route(`POST ${path}/reactions`, 'add-reaction', (call) => postReaction(call, contentOf(call))),
  ];
}

/** Comments of the conversation, with reactions to them, to issues and to line comments. */
export const commentRoutes: readonly Route[] = [
  route(`GET ${REPO}/issues/comments`, 'list-repository-comments', (call) => {
    const repository = repositoryOf(call);
    const all = [...call.world.comments.values()].filter((comment) => comment.issue.repository === repository);
    return { items: sinceAndSorted(call, all, 'asc').map((comment) => renderComment(comment, call.world.options)) };
  }),
  route(`GET ${REPO}/issues/:number/comments`, 'list-comments', (call) => ({
    items: sinceAndSorted(call, issueOf(call).comments, 'asc').map((comment) =>
      renderComment(comment, call.world.options),
    ),
  })),
  route(`POST ${REPO}/issues/:number/comments`, 'add-comment', (call) => {
    const comment = addComment(call, issueOf(call), textField(call, 'IssueComment', 'body'));
    return { status: 201, body: renderComment(comment, call.world.options) };
  }),
  route(`GET ${REPO}/issues/comments/:id`, 'get-comment', (call) => ({
    status: 200,
    body: renderComment(ownOf(call, call.world.comments), call.world.options),
  })),
  route(`PATCH ${REPO}/issues/comments/:id`, 'update-comment', (call) => {
    const comment = ownOf(call, call.world.comments);
    editComment(call, comment, textField(call, 'IssueComment', 'body'));
    return { status: 200, body: renderComment(comment, call.world.options) };
  }),
  route(`DELETE ${REPO}/issues/comments/:id`, 'delete-comment', (call) => {
    deleteComment(call, ownOf(call, call.world.comments));
    return { status: 204 };
  }),
  route(`GET ${REPO}/pulls/comments/:id`, 'get-review-comment', (call) => ({
    status: 200,
    body: renderReviewComment(ownOf(call, call.world.reviewComments), call.world.options),
  })),
  ...reactionRoutes(`${REPO}/issues/:number`, issueOf),
  ...reactionRoutes(`${REPO}/issues/comments/:id`, (call) => ownOf(call, call.world.comments)),
  ...reactionRoutes(`${REPO}/pulls/comments/:id`, (call) => ownOf(call, call.world.reviewComments)),
];
