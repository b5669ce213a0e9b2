import { type DeliverySummary, type Inbox } from '@the-loop/store';
import * as v from 'valibot';
import { payloadOf } from '../lanes/payload-of.ts';

/** An edit of a ticket or pull request, by the key that its outcome gives it. */
export interface EditQuestion {
  readonly logicalKey: string;
  readonly payload: unknown;
  /** Deliveries that may be edits of the same item, in any order; the one that is asked about may be among them. */
  readonly rows: readonly DeliverySummary[];
  /** The id of that one; null when it is not stored yet. */
  readonly id: number | null;
}

/**
 * Whether an edit that made of an item what an earlier one made of it is an edit of its own: something else was made of it in
 * between, by the times that GitHub gave them. Two deliveries of one edit have one time; a later reader, who sees whatever
 * time the item has by then, has no other edit in between.
 */
export async function isEditedBack(inbox: Pick<Inbox, 'body'>, question: EditQuestion): Promise<boolean> {
  const { logicalKey, payload, rows, id } = question;
  const item = itemOfEdit(logicalKey);
  const at = timeOf(payload);
  if (item === null || at === null) return false;
  const edits = rows.filter((row) => row.id !== id && itemOfEdit(row.logicalKey) === item);
  const same: number[] = [];
  const other: number[] = [];
  for (const row of edits) {
    const body = await inbox.body(row.id);
    const time = body === null ? null : timeOf(payloadOf({ body, guid: row.guid }));
    if (time !== null) (row.logicalKey === logicalKey ? same : other).push(time);
  }
  const isApart = (one: number): boolean => other.some((time) => time > Math.min(one, at) && time < Math.max(one, at));
  return same.length > 0 && same.every(isApart);
}

const EDIT = /^((?:issues|pull_request):.+:edited:)[^:]+$/;

/** What the keys of all edits of one item begin with; null for the key of anything else. */
export function itemOfEdit(logicalKey: string | null): string | null {
  return EDIT.exec(logicalKey ?? '')?.[1] ?? null;
}

const Item = v.object({ updated_at: v.string() });
const EditSchema = v.union([v.object({ issue: Item }), v.object({ pull_request: Item })]);

function timeOf(payload: unknown): number | null {
  if (!v.is(EditSchema, payload)) return null;
  const time = Date.parse('issue' in payload ? payload.issue.updated_at : payload.pull_request.updated_at);
  return Number.isNaN(time) ? null : time;
}
