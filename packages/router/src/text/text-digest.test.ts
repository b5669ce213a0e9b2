import { expect, it } from 'vitest';
import { textDigest } from './text-digest.ts';

it('is equal for equal texts, and short', () => {
  expect(textDigest('A ticket\nwords')).toBe(textDigest(['A ticket', 'words'].join('\n')));
  expect(textDigest('x'.repeat(100_000))).toHaveLength(16);
});

it('differs for texts that differ a little', () => {
  const texts = ['', 'a', 'b', 'ab', 'ba', 'A', 'a ', ' a', 'a\n', '\u0000', '\u0000\u0000', 'ticket 1', 'ticket 2'];
  expect(new Set(texts.map(textDigest)).size).toBe(texts.length);
});
