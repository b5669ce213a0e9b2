import { formatRef } from '@the-loop/graph-core';
import { type GithubComment, type GithubReviewComment } from '@the-loop/integrations-github';
import { type CommandOptions, hasSelfMarker, parseCommand } from '@the-loop/router';
import { type CommentChange, type FirstText, firstText, mayBeEdited } from './comment-changes.ts';
import { type Cycle, isUntold } from './cycle.ts';
import { digestOf, type Happening, RANK } from './happening.ts';
import { type Actor, commentPart, conversationParts, framed, itemParts } from './payloads.ts';
import { type Thread } from './thread.ts';

export interface CommentScene {
  readonly comment: GithubComment | GithubReviewComment;
  readonly change: Exclude<CommentChange, 'unchanged'>;
  /** Of a thread seen for the first time only commands are taken in; null: everything. */
  readonly onlyCommands: CommandOptions | null;
}

/**
 * What webhooks would have told about a comment. One that was edited before it was read is told with its first text,
 * and then as edited: an editor's words are never its author's.
 */
export async function commentHappenings(cycle: Cycle, scene: CommentScene): Promise<readonly Happening[]> {
  const { comment, change } = scene;
  if (comment.on === null || (change === 'created' && hasSelfMarker(comment.body))) return [];
  const text = await textOf(cycle, comment, change);
  if (!isNews(scene, text)) return [];
  const thread = await cycle.threads.read(comment.on);
  if (thread === null) return [];
  const first = change === 'created' && text.first !== null ? [created({ comment, thread, body: text.first })] : [];
  return [...first, ...(text.edited ? [edited({ comment, thread, body: comment.body }, text)] : [])];
}

function isNews({ change, onlyCommands }: CommentScene, text: FirstText): boolean {
  if (onlyCommands !== null && parseCommand(text.first ?? '', onlyCommands).kind !== 'command') return false;
  return change === 'created' || text.edited;
}

async function textOf(cycle: Cycle, comment: GithubComment, change: CommentChange): Promise<FirstText> {
  if (change === 'created' && !mayBeEdited(comment)) {
    return { first: comment.body, lastEditor: null, edited: false };
  }
  const host = cycle.repository.host;
  try {
    const history = await cycle.ports.github.editHistory({ host, nodeId: comment.nodeId }, { signal: cycle.signal });
    return firstText(history, comment.body);
  } catch (fault) {
    if (isUntold(fault)) return firstText(null, comment.body);
    throw fault;
  }
}

interface Said {
  readonly comment: GithubComment | GithubReviewComment;
  readonly thread: Thread;
  readonly body: string;
}

function created({ comment, thread, body }: Said): Happening {
  return {
    event: eventOf(comment),
    guid: `${stemOf(comment)}:created`,
    on: thread.item.ref,
    at: comment.createdAt,
    rank: RANK.said,
    order: Number(comment.id),
    payload: payload('created', { comment, thread, body }, comment.author),
    told: {
      event: 'poll.comment_forwarded',
      work_item: formatRef(thread.item.ref),
      comment_id: comment.id,
      ...(comment.author === null ? {} : { actor: comment.author.login }),
      attempt: 1,
    },
  };
}

function edited(said: Said, { lastEditor }: FirstText): Happening {
  const { comment, thread, body } = said;
  // An edit whose editor is not told commands nothing either; its author gets the hint.
  const by = lastEditor === null ? comment.author : { login: lastEditor, id: null };
  return {
    event: eventOf(comment),
    guid: `${stemOf(comment)}:edited:${comment.updatedAt}:${digestOf(body)}`,
    on: thread.item.ref,
    at: comment.updatedAt,
    rank: RANK.edited,
    order: Number(comment.id),
    payload: payload('edited', said, by),
  };
}

function payload(action: 'created' | 'edited', { comment, thread, body }: Said, by: Actor | null) {
  const parts = isInline(comment) ? itemParts(thread) : conversationParts(thread);
  const updatedAt = action === 'created' ? comment.createdAt : comment.updatedAt;
  return { ...framed(action, thread, by), ...parts, comment: commentPart(comment, { body, updatedAt }) };
}

function isInline(comment: GithubComment | GithubReviewComment): comment is GithubReviewComment {
  return 'path' in comment;
}

function eventOf(comment: GithubComment | GithubReviewComment): string {
  return isInline(comment) ? 'pull_request_review_comment' : 'issue_comment';
}

function stemOf(comment: GithubComment | GithubReviewComment): string {
  return `poll:${isInline(comment) ? 'inline' : 'comment'}:${comment.id}`;
}
