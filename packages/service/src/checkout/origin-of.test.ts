import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { originAt, readPlainUrl } from './origin-of.ts';

const HEAD = '[core]\n\tbare = false\n';
const ORIGIN =
  '[remote "origin"]\n\turl = git@github.com:acme/app.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n';

describe('the address of the origin in a configuration', () => {
  it.each([
    ['among other sections', `${HEAD}${ORIGIN}[branch "main"]\n\tremote = origin\n`, 'git@github.com:acme/app.git'],
    ['of another remote', `${HEAD}[remote "fork"]\n\turl = https://github.com/me/app\n`, null],
    ['said twice', `${ORIGIN}\turl = https://github.com/me/app\n`, null],
    ['in a section spelled otherwise', ORIGIN.replace('[remote', '[Remote'), null],
    ['in quotes', ORIGIN.replace('git@github.com:acme/app.git', '"git@github.com:acme/app.git"'), null],
    ['with a comment', ORIGIN.replace('app.git', 'app.git # ours'), null],
    ['beside an include', `${ORIGIN}[include]\n\tpath = other\n`, null],
    ['behind its header', '[remote "origin"] url = https://github.com/acme/app\n', null],
    ['absent', HEAD, null],
  ])('is read as git reads it, or left to git: %s', (_case, config, url) => {
    expect(readPlainUrl(config)).toBe(url);
  });
});

describe('the repository of a checkout', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'the-loop-origin-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const originOf = async (repo: string, hosts?: readonly string[]) => {
    const origin = await originAt(repo, hosts);
    return origin.kind === 'github' ? `${origin.host} ${origin.slug}` : '';
  };
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);

  it('is that of its origin, as written and as git reads it', async () => {
    git('init', '--quiet');
    git('remote', 'add', 'origin', 'https://github.com/acme/app.git');
    expect(await originOf(folder)).toBe('github.com acme/app');
    git('config', 'core.comment', 'with # a hash');
    expect(await originOf(folder)).toBe('github.com acme/app');
  });

  it.each([
    ['none', ''],
    ['none', '/srv/git/app.git'],
    ['none', './app'],
    ['none', 'file:///srv/git/app.git'],
    ['elsewhere', 'git@gitlab.com:acme/app'],
    ['elsewhere', 'https://example.com/acme/app'],
    ['elsewhere', 'github:acme/app'],
  ])('comes from %s: "%s"', async (kind, url) => {
    git('init', '--quiet');
    if (url !== '') git('remote', 'add', 'origin', url);
    expect(await originAt(folder)).toEqual({ kind });
  });

  it.each([
    'https://GHE.corp.example/acme/app.git',
    'git@ghe.corp.example:acme/app.git',
    'ssh://git@ghe.corp.example/acme/app',
  ])('is on the host that its origin names, where the operator configured that one: %s', async (url) => {
    git('init', '--quiet');
    git('remote', 'add', 'origin', url);
    expect(await originOf(folder, ['ghe.corp.example'])).toBe('ghe.corp.example acme/app');
    expect(await originOf(folder, ['ghe.other.example'])).toBe('');
  });

  it('is unknown without a repository, and on another host', async () => {
    expect(await originOf(folder)).toBe('');
    git('init', '--quiet');
    git('remote', 'add', 'origin', 'https://example.com/acme/app.git');
    expect(await originOf(folder)).toBe('');
    for (const url of [
      'https://notgithub.com/acme/app',
      'git@evil-github.com:acme/app',
      'https://evil/github.com/acme/app',
    ]) {
      git('remote', 'set-url', 'origin', url);
      expect(await originOf(folder), url).toBe('');
    }
  });
});
