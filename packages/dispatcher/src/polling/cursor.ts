import { advanced } from './ledgers.ts';

export interface Cursor {
  readonly since: string;
  readonly etag: string | null;
}

/** Something that was read: when it was made, and when it changed last. */
export interface Dated {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The cursor after a reading. What failed is read again, in full; a validator holds for its own question only. */
export function nextCursor(
  before: Cursor,
  reading: { readonly entries: readonly Dated[]; readonly failed: readonly Dated[]; readonly etag: string | null },
): Cursor {
  const reached = advanced(
    before.since,
    reading.entries.map(({ updatedAt }) => updatedAt),
  );
  const since = reading.failed.reduce((least, entry) => earlier(least, againFrom(entry, before.since)), reached);
  const isSame = since === before.since && reading.failed.length === 0;
  return { since, etag: isSame ? reading.etag : null };
}

/** From where an entry has to be read so that it counts as what it is: made since the cursor, or only changed. */
function againFrom({ createdAt, updatedAt }: Dated, since: string): string {
  return Date.parse(createdAt) >= Date.parse(since) ? createdAt : updatedAt;
}

function earlier(one: string, other: string): string {
  return Date.parse(one) <= Date.parse(other) ? one : other;
}
