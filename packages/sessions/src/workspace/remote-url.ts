import { isAbsolute } from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';
import { type RepositoryName } from './workspace-paths.ts';

const URL_FORM = /^(?:https?|ssh|git|file):\/\/[^\s\p{Cc}]+$/u;
const SCP_FORM = /^[A-Za-z0-9_][A-Za-z0-9_.-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^\s\p{Cc}]+$/u;

/** Throws `WORKSPACE_REMOTE_INVALID` unless `remote` is an absolute path, a URL or `user@host:path`; never a flag or a helper program. */
export function checkRemote(remote: string): void {
  const known = isAbsolute(remote) || URL_FORM.test(remote) || SCP_FORM.test(remote);
  if (known && !remote.includes('\0') && !remote.includes('\n')) return;
  throw new LoopError<SessionsErrorCode>(
    'WORKSPACE_REMOTE_INVALID',
    'the configured remote is no URL and no absolute path',
    {
      remedy: 'Set workspace.remotes to https://…, ssh://…, user@host:path or an absolute path.',
    },
  );
}

/** What a remote says about its repository; `host` is empty for a path. Null when it names none. */
export function repositoryOfRemote(remote: string): RepositoryName | null {
  const { host, path } = splitRemote(remote);
  const parts = path.split(/[/\\]/).filter((part) => part !== '');
  const repo = parts.at(-1)?.replace(/\.git$/, '');
  const owner = parts.at(-2);
  return owner && repo ? { host, owner, repo } : null;
}

/** Whether `remote` names `repository`: owner and name without regard to case, and the host where the remote has one. */
export function remoteNames(remote: string, repository: RepositoryName): boolean {
  const named = repositoryOfRemote(remote);
  if (!named) return false;
  const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  const hostAgrees = named.host === '' || same(named.host, repository.host);
  return hostAgrees && same(named.owner, repository.owner) && same(named.repo, repository.repo);
}

function splitRemote(remote: string): { host: string; path: string } {
  if (isAbsolute(remote)) return { host: '', path: remote };
  const scp = /^[^@/]+@([^:/]+):(.+)$/.exec(remote);
  if (scp) return { host: scp[1] ?? '', path: scp[2] ?? '' };
  try {
    const url = new URL(remote);
    return { host: url.host, path: decodeURIComponent(url.pathname) };
  } catch {
    return { host: '', path: '' };
  }
}
