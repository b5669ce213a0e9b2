import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskedRanges } from './masked-ranges.ts';
import { createProseReader } from './prose-reader.ts';

const pieces = ['`', '``', '```\n', '<!--', '-->', '\n', '\n\n', '> ', '    ', '- ', 'word', ' '];

it('answers place by place what reading the whole text answers', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), fc.nat({ max: 3 }), (parts, width) => {
      const text = parts.join('');
      const masked = maskedRanges(text);
      const reader = createProseReader(text);
      for (let at = 0; at + width + 1 <= text.length; at += 1) {
        const isMasked = masked.some(([from, to]) => from < at + width + 1 && to > at);
        expect(reader.isProse(at, at + width + 1)).toBe(!isMasked);
        expect(reader.lineOf(at)).toBe(text.slice(0, at).split('\n').length);
      }
    }),
  );
});
