import { fail, formatRef, ok, type Result, safeParseRef, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';

/** How many delivery ids are remembered per conversation, newest last. */
export const RECENT_DELIVERIES = 50;

const conversation = {
  /** Ref text: the work item's, or the pull request's. */
  ref: v.string(),
  /** Name of the agent in the configuration; empty before the first start. */
  agent: v.string(),
  /** The agent's own id of the conversation; empty before the first start. */
  sessionId: v.string(),
  /** Whether that conversation has had a turn, so that the next one resumes it. */
  begun: v.boolean(),
  /** Where the agent runs; empty before the first start. */
  cwd: v.string(),
  /** ISO 8601, UTC. */
  createdAt: v.string(),
  lastEventAt: v.nullable(v.string()),
  recentDeliveries: v.pipe(v.array(v.string()), v.readonly()),
  /** GitHub's id of the repository that `ref` is in; absent until a delivery tells it. */
  repositoryId: v.optional(v.number()),
};

const BindingSchema = v.pipe(v.object({ ...conversation, status: v.picklist(['active', 'closed']) }), v.readonly());
const RecordSchema = v.object({
  schemaVersion: v.literal(1),
  ...conversation,
  status: v.picklist(['active', 'paused', 'closed']),
  /** The item left its repository: its checkout is still the one it had there, under that name. */
  leftCheckout: v.optional(
    v.pipe(
      v.object({
        /** Ref text it had when the checkout was made. */
        item: v.string(),
        /** Deliveries go on by themselves when there is a checkout of the new repository. */
        resumes: v.boolean(),
      }),
      v.readonly(),
    ),
  ),
  bindings: v.optional(v.array(v.unknown()), []),
});

/** A pull request that belongs to the item: its own conversation once it has a session id, until then the item's. */
export type SessionBinding = v.InferOutput<typeof BindingSchema>;

export type SessionStatus = 'active' | 'paused' | 'closed';

/** The sessions of one work item on this machine. Stored as JSON; changed only through `changeSession`. */
export type SessionRecord = Readonly<Omit<v.InferOutput<typeof RecordSchema>, 'bindings'>> & {
  readonly bindings: readonly SessionBinding[];
};

/** A record as it was read. `dropped` counts bindings that were no bindings. */
export interface ReadRecord {
  readonly record: SessionRecord;
  readonly dropped: number;
}

/**
 * Reads a stored record. A broken binding, one of another shape or with a ref that is none, is left out without harming
 * the rest. `other-item`: the ref inside is not the one asked for.
 */
export function parseSessionRecord(
  value: unknown,
  ref: WorkItemRef,
): Result<ReadRecord, 'not-a-record' | 'other-item'> {
  const parsed = v.safeParse(RecordSchema, value);
  if (!parsed.success) return fail('not-a-record');
  const owner = safeParseRef(parsed.output.ref);
  if (!owner.ok) return fail('not-a-record');
  if (!sameRef(owner.value, ref)) return fail('other-item');
  const bindings = readBindings(parsed.output.bindings, ref);
  return ok({ record: { ...parsed.output, bindings }, dropped: parsed.output.bindings.length - bindings.length });
}

/** The binding of a pull request; undefined when it has none. */
export function bindingOf(record: SessionRecord, ref: WorkItemRef): SessionBinding | undefined {
  const text = refText(ref);
  return record.bindings.find((binding) => binding.ref.toLowerCase() === text);
}

/** GitHub's id of the repository that the item or one of its pull requests is in; null where nobody told it. */
export function repositoryIdOf(record: SessionRecord, ref: WorkItemRef): number | null {
  const conversation = record.ref.toLowerCase() === refText(ref) ? record : bindingOf(record, ref);
  return conversation?.repositoryId ?? null;
}

/** Identity of a ref as text, without regard to case. */
export function refText(ref: WorkItemRef): string {
  return formatRef(ref).toLowerCase();
}

/** The first of two bindings of one pull request counts; the item itself is no binding. */
function readBindings(values: readonly unknown[], owner: WorkItemRef): readonly SessionBinding[] {
  const known = new Map<string, SessionBinding>();
  for (const value of values) {
    const parsed = v.safeParse(BindingSchema, value);
    const ref = parsed.success ? safeParseRef(parsed.output.ref) : null;
    if (!parsed.success || !ref?.ok || sameRef(ref.value, owner)) continue;
    if (!known.has(refText(ref.value))) known.set(refText(ref.value), parsed.output);
  }
  return [...known.values()];
}
