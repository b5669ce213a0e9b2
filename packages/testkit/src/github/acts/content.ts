import { type ContentRecord, type UserRecord } from '../state/records.ts';
import { invalid, Refusal } from '../state/refusal.ts';
import { type World } from '../state/world.ts';

/** GitHub's own limit on the text of an issue, comment or review, in characters. */
const BODY_LIMIT = 65_536;

/** Refuses what GitHub refuses: no text, or too much of it. */
export function checkBody(body: string, resource: string): void {
  if (body.trim() === '') throw invalid(resource, 'body', 'missing_field');
  if (Array.from(body).length > BODY_LIMIT) {
    throw new Refusal(422, 'Validation Failed', {
      body: {
        errors: [
          { resource, code: 'custom', field: 'body', message: 'body is too long (maximum is 65536 characters)' },
        ],
      },
    });
  }
}

/** The common half of a new record. */
export function newContent(
  world: World,
  { prefix, author, body }: { prefix: string; author: UserRecord; body: string },
): ContentRecord {
  const at = world.time();
  return { ...world.identify(prefix), author, body, createdAt: at, updatedAt: at, edits: [], reactions: [] };
}

/** Replaces the text and keeps the history as GitHub does; answers the text before. */
export function editContent(
  world: World,
  content: ContentRecord,
  { editor, body }: { editor: UserRecord; body: string },
): string {
  const before = content.body;
  if (content.edits.length === 0) content.edits.push({ at: content.createdAt, editor: content.author, text: before });
  content.body = body;
  content.updatedAt = world.time();
  content.edits.push({ at: content.updatedAt, editor, text: body });
  return before;
}
