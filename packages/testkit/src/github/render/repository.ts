import { type RepositoryRecord } from '../state/records.ts';
import { type Bases, linksFrom } from './links.ts';
import { renderUser } from './user.ts';

const API_LINKS = {
  url: '',
  forks_url: '/forks',
  keys_url: '/keys{/key_id}',
  collaborators_url: '/collaborators{/collaborator}',
  teams_url: '/teams',
  hooks_url: '/hooks',
  issue_events_url: '/issues/events{/number}',
  events_url: '/events',
  assignees_url: '/assignees{/user}',
  branches_url: '/branches{/branch}',
  tags_url: '/tags',
  blobs_url: '/git/blobs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  git_refs_url: '/git/refs{/sha}',
  trees_url: '/git/trees{/sha}',
  statuses_url: '/statuses/{sha}',
  languages_url: '/languages',
  stargazers_url: '/stargazers',
  contributors_url: '/contributors',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  commits_url: '/commits{/sha}',
  git_commits_url: '/git/commits{/sha}',
  comments_url: '/comments{/number}',
  issue_comment_url: '/issues/comments{/number}',
  contents_url: '/contents/{+path}',
  compare_url: '/compare/{base}...{head}',
  merges_url: '/merges',
  archive_url: '/{archive_format}{/ref}',
  downloads_url: '/downloads',
  issues_url: '/issues{/number}',
  pulls_url: '/pulls{/number}',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  labels_url: '/labels{/name}',
  releases_url: '/releases{/id}',
  deployments_url: '/deployments',
} as const;

const COUNTS = {
  size: 1,
  stargazers_count: 0,
  watchers_count: 0,
  forks_count: 0,
  forks: 0,
  watchers: 0,
} as const;

/** `owner/repo` as the repository is spelled. */
export function fullNameOf(repository: RepositoryRecord): string {
  return `${repository.owner.login}/${repository.name}`;
}

/** A repository as it stands in payloads and in branch ends. */
export function renderRepository(repository: RepositoryRecord, bases: Bases) {
  const fullName = fullNameOf(repository);
  const page = `${bases.htmlBase}/${fullName}`;
  const open = [...repository.issues.values()].filter((issue) => issue.state === 'open' && !issue.deleted).length;
  return {
    id: repository.id,
    node_id: repository.nodeId,
    name: repository.name,
    full_name: fullName,
    private: repository.private,
    owner: renderUser(repository.owner, bases),
    html_url: page,
    description: null,
    fork: false,
    ...linksFrom(`${bases.apiBase}/repos/${fullName}`, API_LINKS),
    created_at: repository.createdAt,
    updated_at: repository.createdAt,
    pushed_at: repository.createdAt,
    git_url: `${page.replace('https:', 'git:')}.git`,
    ssh_url: `git@${new URL(page).host}:${fullName}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: null,
    ...COUNTS,
    language: 'TypeScript',
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    mirror_url: null,
    archived: false,
    disabled: false,
    open_issues_count: open,
    license: null,
    open_issues: open,
    default_branch: repository.defaultBranch,
    is_template: false,
    topics: [],
    visibility: repository.private ? ('private' as const) : ('public' as const),
    web_commit_signoff_required: false,
    allow_forking: true,
    custom_properties: {},
  };
}
