import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isGithubName, parseOrigin } from '@the-loop/graph-core';

/** Where a checkout comes from. `none`: no remote, or a folder of this machine. `elsewhere`: a host that is no GitHub of ours. */
export type Origin =
  | { readonly kind: 'github'; readonly host: string; readonly slug: string }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'none' };

/** What git says of the origin of a checkout. `hosts`: those that are a GitHub of the operator's, beside github.com. */
export async function originAt(repo: string, hosts: readonly string[] = []): Promise<Origin> {
  const url = (await writtenUrl(repo)) ?? (await askGit(repo));
  const origin = parseOrigin(url);
  if (origin !== null) return { kind: 'github', host: 'github.com', slug: `${origin.owner}/${origin.repo}` };
  const other = onOtherHost(url);
  if (other !== null && hosts.some((host) => host.toLowerCase() === other.host)) return other;
  return isFolder(url) ? { kind: 'none' } : { kind: 'elsewhere' };
}

const OTHER =
  /^(?:https:\/\/(?:[^@/\s]{1,200}@)?|(?:ssh:\/\/)?git@)([A-Za-z0-9.-]{1,253})(?:[/:])([^/\s]{1,100})\/([^/\s]{1,110})$/i;

/** The repository that a remote names on any host, as https, ssh or scp address. */
function onOtherHost(url: string): Extract<Origin, { kind: 'github' }> | null {
  const [, host = '', owner = '', name = ''] = OTHER.exec(url.trim().replace(/\/$/, '')) ?? [];
  const repo = name.replace(/\.git$/, '');
  return isGithubName(owner) && isGithubName(repo)
    ? { kind: 'github', host: host.toLowerCase(), slug: `${owner}/${repo}` }
    : null;
}

function isFolder(url: string): boolean {
  return url === '' || /^(?:file:\/\/|~?[./\\]|[A-Za-z]:[\\/])/.test(url);
}

/** The address in a configuration that says it plainly; null where only git knows, as in a worktree. */
async function writtenUrl(repo: string): Promise<string | null> {
  try {
    return readPlainUrl(await readFile(path.join(repo, '.git', 'config'), 'utf8'));
  } catch {
    // No such file, or none that can be read: git is asked.
    return null;
  }
}

const LONGEST_CONFIG = 65_536;
const ORIGIN = /^\[remote "origin"\]\s*$/;
const URL_LINE = /^\s*url\s*=\s*([A-Za-z0-9@:/._~-]{1,500})\s*$/;

const isPlain = (config: string) =>
  config.length <= LONGEST_CONFIG && !config.includes('\\') && !/include/i.test(config);

/** Null for what git reads by rules of its own: includes, escapes, quotes, comments, several addresses, other spellings. */
export function readPlainUrl(config: string): string | null {
  if (!isPlain(config)) return null;
  let inOrigin = false;
  const found: (string | undefined)[] = [];
  for (const line of config.split('\n')) {
    if (line.trimStart().startsWith('[')) inOrigin = ORIGIN.test(line);
    else if (inOrigin && /^\s*url\b/i.test(line)) found.push(URL_LINE.exec(line)?.[1]);
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

const run = promisify(execFile);

async function askGit(repo: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['-C', repo, 'config', '--get', 'remote.origin.url'], { timeout: 5000 });
    return stdout.trim();
  } catch {
    // No git, no repository or no origin: nothing is derived, and outward effects say what is missing.
    return '';
  }
}
