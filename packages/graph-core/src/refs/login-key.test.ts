import { expect, it } from 'vitest';
import { loginKey } from './login-key.ts';

it.each([
  ['Alice', 'alice'],
  [' @alice ', 'alice'],
  ['the-loop[Bot]', 'the-loop[bot]'],
  ['@', ''],
  [null, ''],
  [7, ''],
])('compares %j as %j', (login, key) => {
  expect(loginKey(login)).toBe(key);
});
