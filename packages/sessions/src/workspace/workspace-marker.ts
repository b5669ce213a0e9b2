import { open, readFile, rename, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '@the-loop/graph-core';
import * as v from 'valibot';

/** A path below the root, in our own folders. */
const Below = v.pipe(v.string(), v.regex(/^(?:items|repositories)(?:\/[A-Za-z0-9][A-Za-z0-9._~+-]{0,249}){1,2}$/));

/** What a checkout is, written beside it by the one who made it. */
const MarkerSchema = v.pipe(
  v.strictObject({
    schemaVersion: v.literal(1),
    /** Ref text of the work item. */
    ref: v.string(),
    /** `<host>/<owner>/<repo>` of the checkout, lower case. */
    repository: v.string(),
    branch: v.string(),
    /** Where the checkout and its clone are, below the root, when it was made under another name; absent where it is beside this. */
    at: v.optional(v.pipe(v.strictObject({ cwd: Below, clone: Below }), v.readonly())),
    /** `creating` until git has finished: such a folder was never handed out and holds nobody's work. */
    state: v.picklist(['creating', 'ready']),
  }),
  v.readonly(),
);

export type WorkspaceMarker = v.InferOutput<typeof MarkerSchema>;

/** The marker at `path`; `absent` when there is no file, `unreadable` when it is none of ours. */
export async function readMarker(path: string): Promise<Result<WorkspaceMarker, 'absent' | 'unreadable'>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return fail((error as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : 'unreadable');
  }
  try {
    const parsed = v.safeParse(MarkerSchema, JSON.parse(text));
    return parsed.success ? ok(parsed.output) : fail('unreadable');
  } catch {
    return fail('unreadable');
  }
}

/** Writes the marker as a whole or not at all. */
export async function writeMarker(path: string, marker: WorkspaceMarker): Promise<void> {
  const draft = `${path}.tmp`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(marker, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Forgets the marker; no error when there is none. */
export async function removeMarker(path: string): Promise<void> {
  await rm(path, { force: true });
}
