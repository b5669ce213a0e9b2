import { describe, expect, it } from 'vitest';
import { isBranchName } from './branch-name.ts';
import { checkRemote, remoteNames, repositoryOfRemote } from './remote-url.ts';

describe('a branch name', () => {
  it.each(['main', 'loop/issue-7', 'feature/ä', 'a.b', 'user@host', '1'])('may be "%s"', (name) => {
    expect(isBranchName(name)).toBe(true);
  });

  it.each([
    '',
    '-f',
    '--upload-pack=x',
    '@',
    'HEAD',
    'a..b',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[b',
    'a\\b',
    'a@{1}',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a.',
    'a\nb',
    'a\u0000b',
    'a\u007fb',
    'x'.repeat(245),
  ])('is never %j', (name) => {
    expect(isBranchName(name)).toBe(false);
  });
});

describe('a remote', () => {
  it.each([
    ['https://github.com/octo/app.git', 'github.com', 'octo', 'app'],
    ['ssh://git@ghe.corp.example:8443/octo/app', 'ghe.corp.example:8443', 'octo', 'app'],
    ['git@github.com:octo/app.git', 'github.com', 'octo', 'app'],
    ['/srv/origin/octo/app.git', '', 'octo', 'app'],
  ])('%s names its repository', (...[remote, host, owner, repo]) => {
    expect(repositoryOfRemote(remote)).toEqual({ host, owner, repo });
  });

  it.each([
    ['https://github.com/Octo/App', true],
    ['git@github.com:octo/app.git', true],
    ['/anywhere/octo/app.git', true],
    ['https://github.com.evil.example/octo/app', false],
    ['https://github.com/octo/app2', false],
    ['https://github.com/app', false],
    ['', false],
  ])('%s is octo/app: %s', (remote, expected) => {
    expect(remoteNames(remote, { host: 'github.com', owner: 'octo', repo: 'app' })).toBe(expected);
  });

  it.each([
    '--upload-pack=/bin/sh',
    'ext::sh -c x',
    'fd::17',
    'relative/path',
    '-x@host:path',
    '',
    'https://a b/c',
    'git@host:a\nb',
    '/srv/\u0000',
  ])('A16: %j is refused', (remote) => {
    expect(() => checkRemote(remote)).toThrow(expect.objectContaining({ code: 'WORKSPACE_REMOTE_INVALID' }));
  });
});
