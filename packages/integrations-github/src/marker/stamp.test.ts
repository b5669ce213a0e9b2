import { hasSelfMarker } from '@the-loop/router';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { operationKey, operationKeysIn, operationMarker } from './operation-marker.ts';
import { stamp } from './stamp.ts';

const KEY = operationKey('secret', 'issue-1/design#1/entry/request-review');

it('puts attribution, self marker and operation key below the text', () => {
  expect(stamp('Hello.\n', { opKey: KEY })).toBe(
    `Hello.\n\n🤖 _the-loop, autonomous comment_\n<!-- the-loop:agent-comment -->\n<!-- the-loop:op=${KEY} -->`,
  );
});

it('stamps once, however often it is asked, and marks every text', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (text, withKey) => {
      const options = withKey ? { opKey: KEY } : {};
      const once = stamp(text, options);
      expect(stamp(once, options)).toBe(once);
      expect(hasSelfMarker(once)).toBe(true);
      expect(operationKeysIn(once)).toEqual(withKey ? [KEY] : []);
    }),
  );
});

it('stamps a text that quotes a comment of ours', () => {
  expect(hasSelfMarker(stamp('> <!-- the-loop:agent-comment -->\n\nmine'))).toBe(true);
  expect(operationKeysIn(`> ${operationMarker(KEY)}`)).toEqual([]);
});

it('gives another key for another secret or another occurrence', () => {
  expect(KEY).toMatch(/^[0-9a-f]{16}$/);
  expect(
    new Set([KEY, operationKey('secret', 'x'), operationKey('other', 'issue-1/design#1/entry/request-review')]).size,
  ).toBe(3);
});

it.each(['', 'xyz', KEY.toUpperCase(), `${KEY}0`, `${KEY} -->`])('refuses the key "%s"', (key) => {
  expect(() => operationMarker(key)).toThrow(expect.objectContaining({ code: 'GITHUB_MALFORMED_OPERATION_KEY' }));
});
