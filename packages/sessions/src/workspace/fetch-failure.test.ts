import { expect, it } from 'vitest';
import { fetchFailure } from './fetch-failure.ts';

it.each<[string, string, string]>([
  [
    "fatal: unable to access 'https://github.com/me/mine/': Could not resolve host: github.com",
    'its host name is not known',
    'UNREACHABLE',
  ],
  [
    "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
    'git is not let in',
    'REFUSED',
  ],
  ['git@github.com: Permission denied (publickey).', 'git is not let in', 'REFUSED'],
  [
    "fatal: unable to access 'https://github.com/me/mine/': The requested URL returned error: 403",
    'git is not let in',
    'REFUSED',
  ],
  ['Host key verification failed.', 'the key of its host is not known here', 'REFUSED'],
  [
    "remote: Repository not found.\nfatal: repository 'https://github.com/me/mine/' not found",
    'there is no such repository, or it is hidden from git',
    'REFUSED',
  ],
  [
    "fatal: '/srv/git/mine.git' does not appear to be a git repository",
    'there is no such repository, or it is hidden from git',
    'REFUSED',
  ],
  ['ssh: connect to host github.com port 22: Connection timed out', 'its host does not answer', 'UNREACHABLE'],
  [
    "fatal: unable to access 'https://github.com/me/mine/': The requested URL returned error: 503",
    'its host does not answer',
    'UNREACHABLE',
  ],
  ['error: something new', 'git failed', 'UNREACHABLE'],
])('%j: %s, %s', (written, says, code) => {
  const fault = fetchFailure('https://github.com/me/mine.git', written);
  expect(fault).toMatchObject({
    code: `WORKSPACE_REMOTE_${code}`,
    message: `github.com/me/mine could not be fetched: ${says}`,
    remedy: expect.stringMatching(/try again\.$/) as unknown,
  });
});

it.each([
  ['https://x:s3cr3t@github.com/me/mine.git', 'github.com/me/mine'],
  ['git@github.com:me/mine.git', 'github.com/me/mine'],
  ['/srv/git/mine.git', '/srv/git/mine.git'],
])('names the repository of %s and repeats neither its credentials nor what git wrote', (remote, name) => {
  const { message, remedy } = fetchFailure(remote, 'fatal: s3cr3t');
  expect(message).toMatch(new RegExp(`^${name} could not`));
  expect(`${message}${remedy ?? ''}`).not.toContain('s3cr3t');
});
