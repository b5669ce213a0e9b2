import { type BranchEnd, type IssueRecord, type PullRecord } from '../state/records.ts';
import { notFound } from '../state/refusal.ts';
import { associationOf, issueUrl, pageOf, renderLabel } from './issue.ts';
import { type Bases } from './links.ts';
import { fullNameOf, renderRepository } from './repository.ts';
import { renderUser } from './user.ts';

/** The pull request part of an issue; refuses with 404 when it is none. */
export function pullOf(issue: IssueRecord): PullRecord {
  if (!issue.pull) throw notFound();
  return issue.pull;
}

function renderEnd(end: BranchEnd, bases: Bases) {
  return {
    label: `${end.repository.owner.login}:${end.ref}`,
    ref: end.ref,
    sha: end.sha,
    user: renderUser(end.repository.owner, bases),
    repo: renderRepository(end.repository, bases),
  };
}

function addressesOf(issue: IssueRecord, bases: Bases) {
  const page = pageOf(issue, bases);
  const asIssue = issueUrl(issue, bases);
  const url = asIssue.replace('/issues/', '/pulls/');
  const repository = `${bases.apiBase}/repos/${fullNameOf(issue.repository)}`;
  const statuses = `${repository}/statuses/${pullOf(issue).head.sha}`;
  return {
    url,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: asIssue,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${repository}/pulls/comments{/number}`,
    comments_url: `${asIssue}/comments`,
    statuses_url: statuses,
    _links: {
      self: { href: url },
      html: { href: page },
      issue: { href: asIssue },
      comments: { href: `${asIssue}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${repository}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    },
  };
}

/** A pull request as lists, reviews and review comments show it. */
export function renderSimplePull(issue: IssueRecord, bases: Bases) {
  const pull = pullOf(issue);
  return {
    ...addressesOf(issue, bases),
    id: pull.id,
    node_id: pull.nodeId,
    number: issue.number,
    state: issue.state,
    locked: false,
    title: issue.title,
    user: renderUser(issue.author, bases),
    body: issue.body,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    assignee: null,
    assignees: [],
    requested_reviewers: pull.requestedReviewers.map((user) => renderUser(user, bases)),
    requested_teams: [],
    labels: issue.labels.map((label) => renderLabel(label, issue.repository, bases)),
    milestone: null,
    head: renderEnd(pull.head, bases),
    base: renderEnd(pull.base, bases),
    author_association: associationOf(issue.author, issue.repository),
    auto_merge: null,
    active_lock_reason: null,
    draft: pull.draft,
  };
}

/** A pull request in full, as its own endpoint and `pull_request` payloads show it. */
export function renderPull(issue: IssueRecord, bases: Bases) {
  const pull = pullOf(issue);
  return {
    ...renderSimplePull(issue, bases),
    merged: pull.merged,
    mergeable: null,
    rebaseable: null,
    mergeable_state: 'unknown',
    merged_by: pull.mergedBy && renderUser(pull.mergedBy, bases),
    comments: issue.comments.length,
    review_comments: pull.reviewComments.length,
    maintainer_can_modify: false,
    commits: 1,
    additions: 1,
    deletions: 0,
    changed_files: 1,
  };
}
