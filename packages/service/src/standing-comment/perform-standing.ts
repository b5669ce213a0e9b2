import { type PerformOutcome } from '@the-loop/dispatcher';
import { parseRef, refKey, type WorkItemRef } from '@the-loop/graph-core';
import {
  type GithubComment,
  GithubError,
  type GithubOperations,
  operationKey,
  operationMarker,
  stamp,
} from '@the-loop/integrations-github';
import { type WritePayload, type WriteResult } from '../github/write-payload.ts';
import { type StandingRecords } from './standing-records.ts';

export interface PerformStandingOptions {
  readonly github: Pick<GithubOperations, 'addComment' | 'updateComment' | 'findComment'>;
  readonly secret: string;
  readonly standing: Pick<StandingRecords, 'comment' | 'text'>;
}

/**
 * Edits the comment that says where an item stands; a first one, and one that somebody deleted, is posted. A text that a
 * later one follows is not written: after an outage the last one is enough.
 */
export async function performStanding(
  { github, secret, standing }: PerformStandingOptions,
  payload: Extract<WritePayload, { kind: 'standing' }>,
  signal: AbortSignal,
): Promise<PerformOutcome> {
  const ref = parseRef(payload.ref);
  if ((await standing.text(ref)).count > payload.number + 1) {
    return { kind: 'done', result: null, adopted: true, url: '' };
  }
  // One mark for all of an item's texts: it finds the comment again whatever it says.
  const opKey = operationKey(secret, `${refKey(ref)}:standing`);
  const body = stamp(payload.body, { opKey });
  const known = await standing.comment(ref);
  const noted = known === null ? null : await edit(github, { ref, id: known, body, signal });
  const found = noted === null ? await search(github, { ref, opKey, signal }) : null;
  const written = noted ?? (found === null ? null : await edit(github, { ref, id: found, body, signal }));
  const { id, url, author } = written ?? (await github.addComment(ref, body, { signal }));
  const result: WriteResult = { id, url, by: author?.login ?? '' };
  return { kind: 'done', result, adopted: false, url };
}

async function search(
  github: PerformStandingOptions['github'],
  { ref, opKey, signal }: { readonly ref: WorkItemRef; readonly opKey: string; readonly signal: AbortSignal },
): Promise<string | null> {
  return (await github.findComment(ref, { marker: operationMarker(opKey) }, { signal }))?.id ?? null;
}

interface Edit {
  readonly ref: WorkItemRef;
  readonly id: string;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Null when the comment is gone. */
async function edit(
  github: PerformStandingOptions['github'],
  { ref, id, body, signal }: Edit,
): Promise<GithubComment | null> {
  try {
    return await github.updateComment(ref, { id, body }, { signal });
  } catch (error) {
    if (error instanceof GithubError && (error.status === 404 || error.status === 410)) return null;
    throw error;
  }
}
