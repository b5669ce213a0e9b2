import { type CommentRecord, type IssueRecord } from '../state/records.ts';
import { checkBody, editContent, newContent } from './content.ts';
import { type Scene } from './scene.ts';
import { tellComment } from './tell.ts';

export function addComment({ world, by }: Scene, issue: IssueRecord, body: string): CommentRecord {
  checkBody(body, 'IssueComment');
  const comment: CommentRecord = {
    ...newContent(world, { prefix: 'IC', author: by, body }),
    issue,
    minimizedReason: null,
  };
  issue.comments.push(comment);
  issue.updatedAt = world.time();
  world.comments.set(comment.id, comment);
  world.nodes.set(comment.nodeId, comment);
  tellComment(world, comment, { action: 'created', by });
  return comment;
}

/** `by` is the one who edits: not always the author. */
export function editComment({ world, by }: Scene, comment: CommentRecord, body: string): void {
  checkBody(body, 'IssueComment');
  if (body === comment.body) return;
  const from = editContent(world, comment, { editor: by, body });
  comment.issue.updatedAt = comment.updatedAt;
  tellComment(world, comment, { action: 'edited', by, extra: { changes: { body: { from } } } });
}

export function deleteComment({ world, by }: Scene, comment: CommentRecord): void {
  comment.issue.comments.splice(comment.issue.comments.indexOf(comment), 1);
  comment.issue.updatedAt = world.time();
  world.comments.delete(comment.id);
  world.nodes.delete(comment.nodeId);
  tellComment(world, comment, { action: 'deleted', by });
}
