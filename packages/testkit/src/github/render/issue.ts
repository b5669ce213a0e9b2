import {
  type ContentRecord,
  type IssueRecord,
  type LabelRecord,
  type RepositoryRecord,
  type UserRecord,
} from '../state/records.ts';
import { type Bases, linksFrom } from './links.ts';
import { fullNameOf } from './repository.ts';
import { renderUser } from './user.ts';

export function renderLabel(label: LabelRecord, repository: RepositoryRecord, bases: Bases) {
  return {
    id: label.id,
    node_id: label.nodeId,
    url: `${bases.apiBase}/repos/${fullNameOf(repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

/** The counts that GitHub shows beside a text. */
export function renderReactions(content: ContentRecord, url: string) {
  const count = (wanted: string) => content.reactions.filter((reaction) => reaction.content === wanted).length;
  return {
    url: `${url}/reactions`,
    total_count: content.reactions.length,
    '+1': count('+1'),
    '-1': count('-1'),
    laugh: count('laugh'),
    hooray: count('hooray'),
    confused: count('confused'),
    heart: count('heart'),
    rocket: count('rocket'),
    eyes: count('eyes'),
  };
}

/** How the author stands to the repository. */
export function associationOf(author: UserRecord, repository: RepositoryRecord) {
  if (author.login.toLowerCase() === repository.owner.login.toLowerCase()) return 'OWNER' as const;
  return repository.collaborators?.has(author.login.toLowerCase()) ? ('COLLABORATOR' as const) : ('NONE' as const);
}

/** The page of an issue or pull request. */
export function pageOf(issue: IssueRecord, bases: Bases): string {
  return `${bases.htmlBase}/${fullNameOf(issue.repository)}/${issue.pull ? 'pull' : 'issues'}/${issue.number}`;
}

/** The API address of an issue, also of a pull request seen as one. */
export function issueUrl(issue: IssueRecord, bases: Bases): string {
  return `${bases.apiBase}/repos/${fullNameOf(issue.repository)}/issues/${issue.number}`;
}

/** An issue as REST answers it: payloads do not say who closed it. */
export function renderIssueInFull(issue: IssueRecord, bases: Bases) {
  return { ...renderIssue(issue, bases), closed_by: issue.closedBy && renderUser(issue.closedBy, bases) };
}

/** An issue, or a pull request seen as an issue. */
export function renderIssue(issue: IssueRecord, bases: Bases) {
  const url = issueUrl(issue, bases);
  return {
    ...linksFrom(url, {
      url: '',
      labels_url: '/labels{/name}',
      comments_url: '/comments',
      events_url: '/events',
      timeline_url: '/timeline',
    }),
    repository_url: `${bases.apiBase}/repos/${fullNameOf(issue.repository)}`,
    html_url: pageOf(issue, bases),
    id: issue.id,
    node_id: issue.nodeId,
    number: issue.number,
    title: issue.title,
    user: renderUser(issue.author, bases),
    labels: issue.labels.map((label) => renderLabel(label, issue.repository, bases)),
    state: issue.state,
    state_reason: issue.stateReason,
    locked: false,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: associationOf(issue.author, issue.repository),
    active_lock_reason: null,
    body: issue.body,
    reactions: renderReactions(issue, url),
    performed_via_github_app: null,
    draft: issue.pull?.draft ?? false,
    ...pullKeys(issue, bases),
  };
}

function pullKeys(issue: IssueRecord, bases: Bases) {
  if (!issue.pull) return {};
  const page = pageOf(issue, bases);
  return {
    pull_request: {
      url: issueUrl(issue, bases).replace('/issues/', '/pulls/'),
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: issue.pull.mergedAt,
    },
  };
}
