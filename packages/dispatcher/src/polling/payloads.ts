import { type WorkItemRef } from '@the-loop/graph-core';
import {
  type GithubBranchEnd,
  type GithubCheckResult,
  type GithubComment,
  type GithubHeadChecks,
  type GithubItem,
  type GithubPullRequest,
  type GithubRepository,
  type GithubReview,
  type GithubReviewComment,
} from '@the-loop/integrations-github';
import { type Thread } from './thread.ts';

type Json = Readonly<Record<string, unknown>>;

/** Who did something; the id where GitHub told it. */
export interface Actor {
  readonly login: string;
  readonly id: number | null;
}

/** The frame of every payload: the repository, and who did it. Nobody where GitHub does not say. */
export function framed(action: string, { item, pull }: Thread, by: Actor | null): Json {
  const branch = pull === null || pull.defaultBranch === '' ? {} : { default_branch: pull.defaultBranch };
  return {
    action,
    repository: { ...repositoryPart(item.ref), ...branch },
    ...(by === null ? {} : { sender: account(by) }),
  };
}

function repositoryPart({ host, owner, repo }: GithubRepository): Json {
  const full_name = `${owner}/${repo}`;
  return { full_name, html_url: `https://${host}/${full_name}` };
}

/** What automation made of the head of a pull request, as an event of its own. It names nobody. */
export function checkPayload(
  repository: GithubRepository,
  {
    number,
    head,
    result,
  }: { readonly number: number; readonly head: GithubHeadChecks; readonly result: GithubCheckResult },
): Json {
  const { kind, nodeId, name, conclusion, at, url, summary } = result;
  if (kind === 'status') return { repository: repositoryPart(repository), ...statusFields(head, result) };
  const part = {
    node_id: nodeId,
    name,
    status: 'completed',
    conclusion,
    head_branch: head.headRef,
    head_sha: head.headSha,
    html_url: url,
    pull_requests: [{ number }],
    ...(kind === 'check_run' ? { completed_at: at } : { updated_at: at }),
    ...(summary === '' ? {} : { output: { summary } }),
  };
  return { action: 'completed', repository: repositoryPart(repository), [kind]: part };
}

/** A status names no pull request, only the branches that its commit is the head of. */
function statusFields(
  { headRef, headSha }: GithubHeadChecks,
  { nodeId, name, conclusion, at, url, summary }: GithubCheckResult,
): Json {
  return {
    ...{ node_id: nodeId, sha: headSha, state: conclusion, context: name, description: summary, target_url: url },
    ...{ branches: [{ name: headRef }], created_at: at, updated_at: at },
  };
}

/** A thread as its own events carry it: `issue` or `pull_request`. */
export function itemParts(thread: Thread, change: Json = {}): Json {
  if (thread.pull === null) return { issue: { ...itemFields(thread.item), ...change } };
  return { pull_request: { ...pullFields(thread, thread.pull), ...change } };
}

/** A thread as a comment in its conversation carries it: `issue`, also for a pull request, then with its head and links. */
export function conversationParts(thread: Thread): Json {
  if (thread.pull === null) return itemParts(thread);
  return { issue: { ...pullFields(thread, thread.pull), pull_request: { html_url: thread.item.url } } };
}

/** A comment with the text and the time that it had. */
export function commentPart(
  comment: GithubComment | GithubReviewComment,
  as: Pick<GithubComment, 'body' | 'updatedAt'>,
) {
  return {
    ...postedFields(comment),
    body: as.body,
    created_at: comment.createdAt,
    updated_at: as.updatedAt,
    ...('path' in comment ? { path: comment.path, line: comment.line, commit_id: comment.commitId } : {}),
  };
}

/** A review; its state is in lower case in payloads. */
export function reviewPart(review: GithubReview): Json {
  return {
    ...postedFields(review),
    body: review.body,
    state: review.state.toLowerCase(),
    submitted_at: review.createdAt,
    commit_id: review.commitId,
  };
}

function postedFields({ id, nodeId, url, author }: GithubComment | GithubReview): Json {
  return { id: Number(id), node_id: nodeId, html_url: url, ...(author === null ? {} : { user: account(author) }) };
}

function account({ login, id }: Actor): Json {
  return { login, id };
}

function itemFields(item: GithubItem | GithubPullRequest): Json {
  return {
    number: item.ref.number,
    node_id: item.nodeId,
    html_url: item.url,
    title: item.title,
    body: item.body,
    state: item.state,
    labels: item.labels.map((name) => ({ name })),
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    closed_at: item.closedAt,
    ...('stateReason' in item ? { state_reason: item.stateReason } : {}),
    ...(item.author === null ? {} : { user: account(item.author) }),
  };
}

function pullFields(thread: Thread, pull: GithubPullRequest): Json {
  return { ...itemFields(pull), ...changeFields(pull, thread.closing) };
}

/** What a pull request is beside an issue: its branches, its merge, and what it closes (null: not known). */
export function changeFields(pull: GithubPullRequest, closing: Thread['closing']): Json {
  return {
    draft: pull.draft,
    merged: pull.merged,
    merged_at: pull.mergedAt,
    ...(pull.mergedBy === null ? {} : { merged_by: account(pull.mergedBy) }),
    ...(pull.mergeCommitSha === null ? {} : { merge_commit_sha: pull.mergeCommitSha }),
    head: branchEnd(pull.head, ''),
    base: branchEnd(pull.base, pull.defaultBranch),
    ...(closing === null ? {} : { closingIssuesReferences: closing.map(closingReference) }),
  };
}

function branchEnd({ ref, sha, repository }: GithubBranchEnd, defaultBranch: string): Json {
  if (repository === null) return { ref, sha, repo: null };
  return {
    ref,
    sha,
    repo: { full_name: repository, ...(defaultBranch === '' ? {} : { default_branch: defaultBranch }) },
  };
}

/** A closing reference keeps the repository it is in. */
export function closingReference({ host, owner, repo, number }: WorkItemRef): Json {
  const nameWithOwner = `${owner}/${repo}`;
  return { number, url: `https://${host}/${nameWithOwner}/issues/${number}`, repository: { nameWithOwner } };
}
