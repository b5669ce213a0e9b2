import { parseRef, refKey, safeParseRef, type WorkItemRef } from '@the-loop/graph-core';
import { parseSessionRecord, type SessionBinding, type SessionRecord } from '@the-loop/sessions';
import * as v from 'valibot';
import { type RecordStore } from './record-store.ts';

/** The conversation a stored turn goes to. */
export interface Conversation {
  readonly item: WorkItemRef;
  /** The item itself, or one of its pull requests. */
  readonly endpoint: WorkItemRef;
  readonly record: SessionRecord;
  /** Null for the item's own conversation. */
  readonly binding: SessionBinding | null;
}

const NamedSchema = v.object({ ref: v.string() });

/**
 * The conversation behind a turn's `lane` and `endpoint`, which are keys. Null when its record is gone or is none, or
 * when the pull request is not bound.
 */
export async function findConversation(
  store: Pick<RecordStore, 'get'>,
  { lane, endpoint }: { readonly lane: string; readonly endpoint: string },
): Promise<Conversation | null> {
  const stored = await store.get('session', lane);
  const named = v.safeParse(NamedSchema, stored?.value);
  const item = named.success ? safeParseRef(named.output.ref) : null;
  if (!item?.ok) return null;
  const read = parseSessionRecord(stored?.value, item.value);
  if (!read.ok) return null;
  const { record } = read.value;
  if (endpoint === lane) return { item: item.value, endpoint: item.value, record, binding: null };
  const binding = record.bindings.find((each) => refKey(parseRef(each.ref)) === endpoint);
  return binding ? { item: item.value, endpoint: parseRef(binding.ref), record, binding } : null;
}
