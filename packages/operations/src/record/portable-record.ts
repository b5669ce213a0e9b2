import { type ControlRecord } from '@the-loop/dispatcher';
import { type GraphState, isWorkItemId, safeParseRef, sameRef, stateFromFile } from '@the-loop/graph-core';
import { type LedgerEntry } from '@the-loop/graph-runtime';
import { COMMANDS } from '@the-loop/router';
import * as v from 'valibot';

/** What is known of a work item, without anything that means something on one machine only. */
export interface PortableRecord {
  readonly format: 'the-loop/record';
  readonly version: 1;
  /** Ref text. */
  readonly ref: string;
  readonly exportedAt: string;
  readonly control: ControlRecord | null;
  readonly session: PortableSession | null;
  /** The service's own copy of every loop, by its key: `issue-7`, `issue-7/pr-9`. */
  readonly ledger: Readonly<Record<string, LedgerEntry>>;
}

/** A session without its agent's conversation, process and checkout. */
export interface PortableSession extends PortableConversation {
  readonly status: 'active' | 'paused' | 'closed';
  readonly bindings: readonly (PortableConversation & { readonly status: 'active' | 'closed' })[];
}

interface PortableConversation {
  readonly ref: string;
  readonly createdAt: string;
  readonly lastEventAt: string | null;
  readonly recentDeliveries: readonly string[];
}

const line = v.pipe(v.string(), v.maxLength(2000));
const ref = v.pipe(
  line,
  v.check((text) => safeParseRef(text).ok, 'is a ref such as github:owner/repo#7'),
);
const conversation = {
  ref,
  createdAt: line,
  lastEventAt: v.nullable(line),
  recentDeliveries: v.pipe(v.array(line), v.maxLength(1000)),
};

const LedgerKey = v.pipe(
  line,
  v.check((key) => isWorkItemId(key.split('/')[0] ?? '') && !key.includes('..'), 'is the key of a loop'),
);

/** A state is judged as one that is read from a file. */
const State = v.custom<GraphState>(
  (value) => stateFromFile({ revision: 1, ...(value as object | null), version: 2 }).ok,
  'is the state of a loop',
);

const RecordSchema = v.strictObject({
  format: v.literal('the-loop/record'),
  version: v.literal(1),
  ref,
  exportedAt: line,
  control: v.nullable(
    v.strictObject({
      ref,
      command: v.picklist(COMMANDS),
      via: v.picklist(['comment', 'cli', 'api']),
      actor: line,
      requestedAt: line,
      note: line,
    }),
  ),
  session: v.nullable(
    v.strictObject({
      ...conversation,
      status: v.picklist(['active', 'paused', 'closed']),
      bindings: v.array(v.strictObject({ ...conversation, status: v.picklist(['active', 'closed']) })),
    }),
  ),
  ledger: v.record(LedgerKey, v.strictObject({ state: State, revision: line })),
});

/** A record, or every reason why it is none. */
export function readPortableRecord(
  json: unknown,
):
  | { readonly ok: true; readonly record: PortableRecord }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const parsed = v.safeParse(RecordSchema, json);
  if (!parsed.success) {
    return { ok: false, problems: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'it'}: ${wrong(issue)}`) };
  }
  const strangers = [parsed.output.control?.ref, parsed.output.session?.ref].filter(
    (text) => text !== undefined && !isSame(text, parsed.output.ref),
  );
  if (strangers.length > 0) return { ok: false, problems: ['its parts are about different work items'] };
  return { ok: true, record: parsed.output };
}

/** Our own words: nothing of the file is repeated. */
function wrong({ message, expected }: v.BaseIssue<unknown>): string {
  return message.startsWith('Invalid') ? `expects ${expected ?? 'another value'}` : message;
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [safeParseRef(left), safeParseRef(right)];
  return a.ok && b.ok && sameRef(a.value, b.value);
}
