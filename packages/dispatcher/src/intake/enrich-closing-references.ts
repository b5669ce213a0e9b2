import { type WorkItemRef } from '@the-loop/graph-core';
import { type GithubPullRequest } from '@the-loop/integrations-github';
import * as v from 'valibot';
import { changeFields, closingReference } from '../polling/payloads.ts';

/** One state of a pull request. */
export interface PullRequestState {
  readonly ref: WorkItemRef;
  readonly nodeId: string;
  readonly updatedAt: string;
}

/** Asks GitHub about a pull request. Null where that cannot be learned now. Never throws but the signal's reason. */
export interface ClosingReader {
  /** Which issues it closes. */
  closing(
    pullRequest: PullRequestState,
    options: { readonly signal: AbortSignal },
  ): Promise<readonly WorkItemRef[] | null>;
  /** The pull request itself, for events that do not carry it. */
  pullRequest(
    pullRequest: PullRequestState,
    options: { readonly signal: AbortSignal },
  ): Promise<GithubPullRequest | null>;
}

/** An event of a pull request, or of a comment in its conversation. */
export interface EnrichQuestion {
  readonly event: string;
  readonly payload: unknown;
  readonly ref: WorkItemRef;
  readonly signal: AbortSignal;
}

const StateSchema = v.looseObject({
  node_id: v.pipe(v.string(), v.minLength(1)),
  updated_at: v.pipe(v.string(), v.minLength(1)),
  closingIssuesReferences: v.optional(v.unknown()),
});
const PullRequestEvent = v.looseObject({ pull_request: StateSchema });
const ConversationEvent = v.looseObject({
  issue: v.looseObject({ ...StateSchema.entries, pull_request: v.looseObject({}), head: v.optional(v.unknown()) }),
});

/**
 * Adds to the payload of a pull request's event what GitHub says it closes; to that of a comment in its conversation,
 * which has the pull request as an issue only, its branches as well. Null where nothing is to be added.
 */
export async function enrichClosingReferences(reader: ClosingReader, asked: EnrichQuestion): Promise<unknown> {
  if (asked.event === 'issue_comment') return enrichConversation(reader, asked);
  return asked.event.startsWith('pull_request') ? enrichPullRequest(reader, asked) : null;
}

async function enrichPullRequest(reader: ClosingReader, { payload, ref, signal }: EnrichQuestion): Promise<unknown> {
  const parsed = v.safeParse(PullRequestEvent, payload);
  if (!parsed.success || parsed.output.pull_request.closingIssuesReferences !== undefined) return null;
  const { pull_request } = parsed.output;
  const found = await reader.closing(stateOf(ref, pull_request), { signal });
  if (found === null || found.length === 0) return null;
  const closingIssuesReferences = found.map((one) => closingReference(one));
  return { ...parsed.output, pull_request: { ...pull_request, closingIssuesReferences } };
}

async function enrichConversation(reader: ClosingReader, { payload, ref, signal }: EnrichQuestion): Promise<unknown> {
  const parsed = v.safeParse(ConversationEvent, payload);
  if (!parsed.success || parsed.output.issue.head !== undefined) return null;
  const { issue } = parsed.output;
  const state = stateOf(ref, issue);
  const pull = await reader.pullRequest(state, { signal });
  if (pull === null) return null;
  const closing = await reader.closing(state, { signal });
  return { ...parsed.output, issue: { ...issue, ...changeFields(pull, closing) } };
}

function stateOf(ref: WorkItemRef, { node_id, updated_at }: v.InferOutput<typeof StateSchema>): PullRequestState {
  return { ref, nodeId: node_id, updatedAt: updated_at };
}
