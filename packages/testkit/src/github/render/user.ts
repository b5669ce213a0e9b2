import { type UserRecord } from '../state/records.ts';
import { type Bases, linksFrom } from './links.ts';

const USER_LINKS = {
  url: '',
  followers_url: '/followers',
  following_url: '/following{/other_user}',
  gists_url: '/gists{/gist_id}',
  starred_url: '/starred{/owner}{/repo}',
  subscriptions_url: '/subscriptions',
  organizations_url: '/orgs',
  repos_url: '/repos',
  events_url: '/events{/privacy}',
  received_events_url: '/received_events',
} as const;

/** An account as it stands inside other objects. */
export function renderUser(user: UserRecord, bases: Bases) {
  const page = user.type === 'Bot' ? `/apps/${user.login.replace('[bot]', '')}` : `/${user.login}`;
  return {
    login: user.login,
    id: user.id,
    node_id: user.nodeId,
    avatar_url: `https://avatars.githubusercontent.com/u/${user.id}?v=4`,
    gravatar_id: '',
    html_url: `${bases.htmlBase}${page}`,
    ...linksFrom(`${bases.apiBase}/users/${encodeURIComponent(user.login)}`, USER_LINKS),
    type: user.type,
    site_admin: false,
  };
}

/** The `organization` key of a payload, for a repository that an organization owns. */
export function renderOrganization(user: UserRecord, bases: Bases) {
  const url = `${bases.apiBase}/orgs/${user.login}`;
  return {
    login: user.login,
    id: user.id,
    node_id: user.nodeId,
    ...linksFrom(url, {
      url: '',
      repos_url: '/repos',
      events_url: '/events',
      hooks_url: '/hooks',
      issues_url: '/issues',
    }),
    ...linksFrom(url, { members_url: '/members{/member}', public_members_url: '/public_members{/member}' }),
    avatar_url: `https://avatars.githubusercontent.com/u/${user.id}?v=4`,
    description: '',
  };
}
