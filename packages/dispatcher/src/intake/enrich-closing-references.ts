import { type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { closingReference } from '../polling/payloads.ts';

/** Asks GitHub which issues a pull request closes. Null where that cannot be learned now. Never throws but the signal's reason. */
export interface ClosingReader {
  closing(
    pullRequest: { readonly ref: WorkItemRef; readonly nodeId: string; readonly updatedAt: string },
    options: { readonly signal: AbortSignal },
  ): Promise<readonly WorkItemRef[] | null>;
}

const PullSchema = v.object({
  node_id: v.pipe(v.string(), v.minLength(1)),
  updated_at: v.pipe(v.string(), v.minLength(1)),
  closingIssuesReferences: v.optional(v.unknown()),
});
const PayloadSchema = v.looseObject({ pull_request: v.looseObject(PullSchema.entries) });

/** Adds to the payload of a pull request's event what GitHub says it closes. Null where nothing is to be added. */
export async function enrichClosingReferences(
  reader: ClosingReader,
  asked: { readonly event: string; readonly payload: unknown; readonly ref: WorkItemRef; readonly signal: AbortSignal },
): Promise<unknown> {
  if (!asked.event.startsWith('pull_request')) return null;
  const parsed = v.safeParse(PayloadSchema, asked.payload);
  if (!parsed.success || parsed.output.pull_request.closingIssuesReferences !== undefined) return null;
  const { pull_request } = parsed.output;
  const about = { ref: asked.ref, nodeId: pull_request.node_id, updatedAt: pull_request.updated_at };
  const found = await reader.closing(about, { signal: asked.signal });
  if (found === null || found.length === 0) return null;
  const closingIssuesReferences = found.map((ref) => closingReference(ref));
  return { ...parsed.output, pull_request: { ...pull_request, closingIssuesReferences } };
}
