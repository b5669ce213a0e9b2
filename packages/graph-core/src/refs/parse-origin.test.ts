import { expect, it } from 'vitest';
import { parseOrigin } from './parse-origin.ts';

it.each([
  ['https://github.com/octo/app', 'octo', 'app'],
  ['https://github.com/octo/app.git', 'octo', 'app'],
  ['https://github.com/octo/app/', 'octo', 'app'],
  ['https://token@github.com/octo/app.git', 'octo', 'app'],
  ['https://GitHub.com/octo/app', 'octo', 'app'],
  ['git@GITHUB.com:octo/app', 'octo', 'app'],
  ['git@github.com:octo/.github.git', 'octo', '.github'],
  ['ssh://git@github.com/Octo/App.js\n', 'Octo', 'App.js'],
])('reads owner and repository of %s', (url, owner, repo) => {
  expect(parseOrigin(url)).toEqual({ owner, repo });
});

it.each([
  '',
  '/srv/git/app.git',
  'https://gitlab.com/octo/app',
  'https://github.com.example.org/octo/app',
  'https://example.org/github.com/octo/app',
  'https://notgithub.com/octo/app',
  'git@evil-github.com:octo/app.git',
  'https://evil/github.com/octo/app',
  'https://evil.example/@github.com/octo/app',
  'https://github.com/octo',
  'https://github.com/octo/..',
  'https://github.com/octo/app/extra',
])('derives nothing from "%s"', (url) => {
  expect(parseOrigin(url)).toBeNull();
});
