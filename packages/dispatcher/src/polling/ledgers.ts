import { fail, ok, type Result } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type RecordStore, updateRecord } from '../records/record-store.ts';

const Cursor = {
  /** ISO 8601: everything that changed before it was read. */
  since: v.string(),
  /** Validator of the last answer to the question about `since`; null when it was not asked yet, or must be asked in full. */
  etag: v.nullable(v.string()),
};

const KnownItemSchema = v.object({
  updatedAt: v.string(),
  state: v.picklist(['open', 'closed']),
  closedAt: v.nullable(v.string()),
  /** It carries the arming label. */
  armed: v.boolean(),
  /** Null where it was not read, and for issues. */
  draft: v.nullable(v.boolean()),
  /** Of title and text. */
  words: v.string(),
  /** State by id of the reviews that were read. */
  reviews: v.record(v.string(), v.string()),
  /** It was looked for, is not there, and GitHub does not say where it went; until a list shows it again. */
  gone: v.optional(v.literal(true)),
});

/** What an item was when it was last read. */
export type KnownItem = v.InferOutput<typeof KnownItemSchema>;

const ItemLedgerSchema = v.object({
  ...Cursor,
  /** ISO 8601: when the repository was seen for the first time, by GitHub's clock. */
  baseline: v.string(),
  /** Open items and those that ended lately, by number. */
  items: v.record(v.string(), KnownItemSchema),
  /** Pull requests that moved at the last reading: GitHub's times have seconds only, so they are looked at once more. */
  recheck: v.array(v.number()),
});

/** The cursor over a repository's issues and pull requests. */
export type ItemLedger = v.InferOutput<typeof ItemLedgerSchema>;

const CommentLedgerSchema = v.object({
  ...Cursor,
  /** By id, those that changed since the cursor: when they changed, and the digest of their text. */
  seen: v.record(v.string(), v.object({ updatedAt: v.string(), text: v.string() })),
});

/** The cursor over a repository's comments, or its line comments. */
export type CommentLedger = v.InferOutput<typeof CommentLedgerSchema>;

const CheckLedgerSchema = v.object({
  /** Ids of the results that were told, of those that stand on the heads. */
  told: v.array(v.string()),
});

/** What was told of the heads of a repository's pull requests. */
export type CheckLedger = v.InferOutput<typeof CheckLedgerSchema>;

const PlaceLedgerSchema = v.object({
  /** GitHub's id of the repository. */
  id: v.number(),
  owner: v.string(),
  repo: v.string(),
  /** How often it had another name since it was seen for the first time. */
  moves: v.number(),
});

/** What a polled repository is called, when that is another name than the configured one too. */
export type PlaceLedger = v.InferOutput<typeof PlaceLedgerSchema>;

/** The sources of a repository, each with a cursor of its own. */
export interface Ledgers {
  readonly items: ItemLedger | null;
  readonly comments: CommentLedger | null;
  readonly inline: CommentLedger | null;
  readonly checks: CheckLedger | null;
  readonly place: PlaceLedger | null;
}

/** Kind of the records. */
const POLL_RECORDS = 'poll';

const SCHEMAS = {
  items: ItemLedgerSchema,
  comments: CommentLedgerSchema,
  inline: CommentLedgerSchema,
  checks: CheckLedgerSchema,
  place: PlaceLedgerSchema,
} as const;

/** Reads the cursors of a repository; null for a source that was never read. An unreadable one names its source. */
export async function readLedgers(store: RecordStore, repository: string): Promise<Result<Ledgers, string>> {
  const items = await read(store, repository, 'items');
  const comments = await read(store, repository, 'comments');
  const inline = await read(store, repository, 'inline');
  const checks = await read(store, repository, 'checks');
  const place = await read(store, repository, 'place');
  const bad = [items, comments, inline, checks, place].find((each) => !each.ok);
  if (!items.ok || !comments.ok || !inline.ok || !checks.ok || !place.ok)
    return fail(bad?.ok === false ? bad.error : '');
  return ok({
    items: items.value,
    comments: comments.value,
    inline: inline.value,
    checks: checks.value,
    place: place.value,
  });
}

/** Writes what changed. */
export async function writeLedgers(
  store: RecordStore,
  repository: string,
  change: { readonly before: Ledgers; readonly after: Ledgers },
): Promise<void> {
  for (const source of ['items', 'comments', 'inline', 'checks', 'place'] as const) {
    const after = change.after[source];
    if (after === change.before[source]) continue;
    await updateRecord(store, { kind: POLL_RECORDS, key: `${repository}:${source}` }, () => after);
  }
}

async function read<Source extends keyof typeof SCHEMAS>(
  store: RecordStore,
  repository: string,
  source: Source,
): Promise<Result<v.InferOutput<(typeof SCHEMAS)[Source]> | null, string>> {
  const key = `${repository}:${source}`;
  const stored = await store.get(POLL_RECORDS, key);
  if (stored === null) return ok(null);
  const parsed = v.safeParse(SCHEMAS[source], stored.value);
  return parsed.success ? ok(parsed.output as v.InferOutput<(typeof SCHEMAS)[Source]>) : fail(key);
}

/** How far a cursor stays behind the latest change: what GitHub shows late is still read. */
const OVERLAP_MS = 30_000;

/** The cursor after a reading whose entries changed at these times; `since` where nothing moves it. */
export function advanced(since: string, times: readonly string[]): string {
  const latest = times.reduce((max, time) => Math.max(max, Date.parse(time)), 0) - OVERLAP_MS;
  return latest > Date.parse(since) ? isoSeconds(latest) : since;
}

/** A time as GitHub writes it. */
export function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
