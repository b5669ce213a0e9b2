import { associationOf } from '../render/issue.ts';
import { pullOf } from '../render/pull.ts';
import { renderUser } from '../render/user.ts';
import { closingMentions } from '../state/closing-keywords.ts';
import { commitIdOf } from '../state/commit-id.ts';
import {
  type BranchEnd,
  type IssueRecord,
  type PullRecord,
  type RepositoryRecord,
  type UserRecord,
} from '../state/records.ts';
import { invalid, Refusal } from '../state/refusal.ts';
import { type World } from '../state/world.ts';
import { addIssue, closeIssue, type NewIssue } from './issues.ts';
import { type Scene } from './scene.ts';
import { tellItem } from './tell.ts';

export interface NewPull extends NewIssue {
  readonly head: BranchEnd;
  readonly base: BranchEnd;
  readonly draft?: boolean;
}

export function openPull({ world, by }: Scene, repository: RepositoryRecord, input: NewPull): IssueRecord {
  const issue = addIssue({ world, by }, repository, input);
  const pull: PullRecord = {
    ...world.identify('PR'),
    head: input.head,
    base: input.base,
    draft: input.draft ?? false,
    merged: false,
    mergedAt: null,
    mergedBy: null,
    mergeCommitSha: null,
    requestedReviewers: [],
    reviews: [],
    reviewComments: [],
    checks: [],
    statuses: [],
  };
  world.nodes.delete(issue.nodeId);
  issue.pull = pull;
  issue.nodeId = pull.nodeId;
  world.nodes.set(issue.nodeId, issue);
  tellItem(world, issue, { action: 'opened', by });
  // GitHub makes a test merge in the background; until the real one its commit stands in this field.
  pull.mergeCommitSha = commitIdOf(`test merge of ${issue.nodeId}`);
  return issue;
}

/** New commits on the head branch. */
export function pushToPull({ world, by }: Scene, issue: IssueRecord, sha: string): void {
  const pull = pullOf(issue);
  const before = pull.head.sha;
  pull.head = { ...pull.head, sha };
  issue.updatedAt = world.time();
  if (issue.state === 'open') tellItem(world, issue, { action: 'synchronize', by, extra: { before, after: sha } });
}

export function setDraft({ world, by }: Scene, issue: IssueRecord, draft: boolean): void {
  const pull = pullOf(issue);
  if (pull.draft === draft) return;
  pull.draft = draft;
  issue.updatedAt = world.time();
  if (!draft) issue.timeline.push({ kind: 'ReadyForReviewEvent', at: issue.updatedAt, by, label: null });
  tellItem(world, issue, { action: draft ? 'converted_to_draft' : 'ready_for_review', by });
}

/** All or nobody: one that cannot be asked keeps the others from being asked. */
export function requestReviewers({ world, by }: Scene, issue: IssueRecord, logins: readonly string[]): void {
  const pull = pullOf(issue);
  const reviewers = logins.map((login) => world.user(login));
  for (const reviewer of reviewers) checkReviewer(issue, reviewer);
  for (const reviewer of reviewers) {
    if (pull.requestedReviewers.includes(reviewer)) continue;
    pull.requestedReviewers.push(reviewer);
    issue.updatedAt = world.time();
    const extra = { requested_reviewer: renderUser(reviewer, world.options) };
    tellItem(world, issue, { action: 'review_requested', by, extra });
  }
}

function checkReviewer({ author, repository }: IssueRecord, reviewer: UserRecord): void {
  if (reviewer === author) throw new Refusal(422, 'Review cannot be requested from pull request author.');
  if (repository.collaborators !== null && associationOf(reviewer, repository) === 'NONE') {
    throw new Refusal(422, 'Reviews may only be requested from collaborators.');
  }
}

/** Issues that the body names with a closing keyword; none when the base is not the default branch. */
export function closingIssues(world: World, issue: IssueRecord): IssueRecord[] {
  if (pullOf(issue).base.ref !== issue.repository.defaultBranch) return [];
  const here = `${issue.repository.owner.login}/${issue.repository.name}`.toLowerCase();
  const found = new Set<IssueRecord>();
  for (const { repository, number } of closingMentions(issue.body)) {
    const named = world.repositories.get((repository ?? here).toLowerCase())?.issues.get(number);
    if (named && !named.pull && !named.deleted) found.add(named);
  }
  return [...found];
}

/** Merges, then closes what the body closes, in the name of whoever merged. */
export function mergePull({ world, by }: Scene, issue: IssueRecord, options: { sha?: string; mergeSha: string }): void {
  const pull = pullOf(issue);
  if (issue.state === 'closed' || pull.draft) throw new Refusal(405, 'Pull Request is not mergeable');
  if (options.sha !== undefined && options.sha !== pull.head.sha) {
    throw new Refusal(409, 'Head branch was modified. Review and try the merge again.');
  }
  if (!/^[0-9a-f]{40}$/.test(options.mergeSha)) throw invalid('PullRequest', 'sha', 'invalid');
  Object.assign(pull, { merged: true, mergedAt: world.time(), mergedBy: by, mergeCommitSha: options.mergeSha });
  closeIssue({ world, by }, issue);
  for (const ticket of closingIssues(world, issue)) {
    if (ticket.state === 'closed') continue;
    if (ticket.repository !== issue.repository && !world.options.closesAcrossRepositories) continue;
    closeIssue({ world, by }, ticket);
    ticket.lastClosing = { at: world.time(), byPull: true };
  }
}
