import { expect, it } from 'vitest';
import { refOfPage } from './page-ref.ts';

it.each([
  ['https://github.com/octo/app/issues/7', { host: 'github.com', owner: 'octo', repo: 'app', number: 7 }],
  [
    'https://github.com/octo/.github/pull/7#issuecomment-1',
    { host: 'github.com', owner: 'octo', repo: '.github', number: 7 },
  ],
  ['https://ghe.example:8443/octo/app/issues/7', { host: 'ghe.example:8443', owner: 'octo', repo: 'app', number: 7 }],
])('reads %s', (url, expected) => {
  expect(refOfPage(url)).toEqual({ provider: 'github', ...expected });
});

it.each([
  'http://github.com/o/r/issues/7',
  'https://github.com/o/r/issues/0',
  'https://github.com/o/r/issues/7x',
  'https://github.com/o/r/wiki',
  '',
])('takes "%s" for no item', (url) => {
  expect(refOfPage(url)).toBeNull();
});
