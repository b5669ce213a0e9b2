import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it('leaves nothing that steers a terminal, and everything else', () => {
  expect(printable('a\u001B[2Jb\nc\u202Ed\u2066e\u009Bf')).toBe('a?[2Jb?c?d?e?f');
  expect(printable('Grüße, 世界 → ok')).toBe('Grüße, 世界 → ok');
});
