import { parseRef, refKey, safeParseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type Records } from '@the-loop/store';
import * as v from 'valibot';

/** Kind of the records that lead from names that work items and pull requests had to those that they have. */
export const MOVED = 'moved';

const TrailSchema = v.object({
  from: v.string(),
  to: v.string(),
  repositoryId: v.nullable(v.number()),
  of: v.optional(v.picklist(['item', 'repository'])),
});

/**
 * What leads from an old name to the next. `repositoryId`: GitHub's id of the repository that the old name was in, where it
 * was known. `of`: whether the item left that repository, or the repository has another name.
 */
export type Trail = v.InferOutput<typeof TrailSchema>;

/** More moves than one thing makes. */
export const LONGEST = 32;

/** The name that a ref has today; the ref itself when it never moved. */
export async function currentName(records: Pick<Records, 'get'>, ref: WorkItemRef): Promise<WorkItemRef> {
  return (await nameAfter(records, refKey(ref))) ?? ref;
}

/** The same by key; null for a key that nothing leads on from. */
export async function nameAfter(records: Pick<Records, 'get'>, key: string): Promise<WorkItemRef | null> {
  let found: WorkItemRef | null = null;
  let trail = await trailOf(records, key);
  for (let step = 0; trail !== null && step < LONGEST; step += 1) {
    found = parseRef(trail.to);
    trail = await trailOf(records, refKey(found));
  }
  return found;
}

/** What leads on from a key. */
export async function trailOf(records: Pick<Records, 'get'>, key: string): Promise<Trail | null> {
  const stored = await records.get(MOVED, key);
  return stored === null ? null : readTrail(stored.value);
}

/** Every name that an item had, and the one it has. */
export async function formerNames(
  records: Pick<Records, 'get' | 'list'>,
): Promise<readonly { readonly former: WorkItemRef; readonly current: WorkItemRef }[]> {
  const names: { former: WorkItemRef; current: WorkItemRef }[] = [];
  for (const { value } of await records.list(MOVED)) {
    const trail = readTrail(value);
    if (trail === null) continue;
    const former = parseRef(trail.from);
    names.push({ former, current: await currentName(records, former) });
  }
  return names;
}

function readTrail(value: unknown): Trail | null {
  const read = v.safeParse(TrailSchema, value);
  const isSound = read.success && safeParseRef(read.output.from).ok && safeParseRef(read.output.to).ok;
  return isSound ? read.output : null;
}
