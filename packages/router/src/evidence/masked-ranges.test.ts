import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedRanges } from './masked-ranges.ts';

/** What is left when the masked stretches are taken out. */
function prose(text: string): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of maskedRanges(text)) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

describe('prose', () => {
  it.each([
    ['a `code` b', 'a  b'],
    ['``a ` b`` c', ' c'],
    ['a ` b', 'a ` b'],
    ['a `b\nc` d', 'a  d'],
    ['a `b\n\nc` d', 'a `b\n\nc` d'],
    ['a <!-- b --> c', 'a  c'],
    ['a <!-- b', 'a <!-- b'],
    ['a <!-- b\n\nc --> d', 'a <!-- b\n\nc --> d'],
    ['<!-- a\n\nb --> c', ' c'],
    ['<!-- a\n\nb', ''],
    ['`<!--` a `-->`', ' a '],
    ['<!-- ` --> a ` b', ' a ` b'],
    ['```\na\n```\nb', 'b'],
    ['~~~ js\na\n~~~\nb', 'b'],
    ['````\n```\na\n````\nb', 'b'],
    ['```\na', ''],
    ['``` a ``` b', ' b'],
    ['- ```\n  a\n  ```\nb', 'b'],
    ['> a\nb', 'b'],
    ['a\n\n    b\n\nc', 'a\n\n\nc'],
    ['- a\n\n    b', '- a\n\n    b'],
    ['a\n    b', 'a\n    b'],
    ['a\r\n```\r\nb\r\n```\r\nc', 'a\r\nc'],
  ])('of %j is %j', (text, expected) => {
    expect(prose(text)).toBe(expected);
  });
});

it('gives ranges in order, inside the text and apart from each other', () => {
  const piece = fc.constantFrom(
    '`',
    '``',
    '```',
    '~~~',
    '<!--',
    '-->',
    '\n',
    '\n\n',
    '> ',
    '    ',
    '- ',
    'word',
    '\t',
    '\r\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      let last = 0;
      for (const [from, to] of maskedRanges(text)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThanOrEqual(from);
        last = to;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
  );
});
