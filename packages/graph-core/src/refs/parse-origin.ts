import { isGithubName } from './github-name.ts';

const SHAPE =
  /^(?:https:\/\/(?:[^@/\s]{1,200}@)?github\.com\/|(?:ssh:\/\/)?git@github\.com[/:])([^/\s]{1,100})\/([^/\s]{1,110})$/i;

/** Owner and repository of a remote on github.com, as https, ssh or scp address; null for anything else. */
export function parseOrigin(url: string): { readonly owner: string; readonly repo: string } | null {
  const [, owner = '', name = ''] = SHAPE.exec(url.trim().replace(/\/$/, '')) ?? [];
  const repo = name.replace(/\.git$/, '');
  return isGithubName(owner) && isGithubName(repo) ? { owner, repo } : null;
}
