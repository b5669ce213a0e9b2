import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCheckboxes, readListItems } from './checkboxes.ts';

describe('readCheckboxes', () => {
  it('reads every list marker, any depth and any blank, with lines of the file', () => {
    const text =
      '---\nstatus: draft\n---\n# T\n\n- [ ] a\n  - [x] b\n* [X]\tc\n+ [ ] d\n1. [ ] e\n2) [x] f\n-  [ ] g\n';
    expect(readCheckboxes(text).map(({ text: name, ticked, line }) => [name, ticked, line])).toEqual([
      ['a', false, 6],
      ['b', true, 7],
      ['c', true, 8],
      ['d', false, 9],
      ['e', false, 10],
      ['f', true, 11],
      ['g', false, 12],
    ]);
  });

  it.each([
    ['a fence', '```\n- [ ] a\n```'],
    ['an HTML comment', '<!--\n- [ ] a\n-->'],
    ['a quote', '> - [ ] a'],
    ['a quote in a list', '- x\n  > - [ ] a'],
    ['indented code', 'x\n\n    - [ ] a'],
    ['a box without text', '- [ ]\n- [ ] '],
    ['a box without a blank', '- [ ]a'],
    ['other boxes', '- [] a\n- [-] b\n- [  ] c'],
    ['no list item', '[ ] a'],
    ['the second paragraph of an item', '- a\n\n  [ ] b'],
  ])('reads no box in %s', (_name, text) => {
    expect(readCheckboxes(text)).toEqual([]);
  });

  it('reads 10,000 boxes and 5 MB in seconds', () => {
    const text = `${'- [ ] a task\n'.repeat(10_000)}\n${'some words of prose\n'.repeat(260_000)}`;
    const started = performance.now();
    expect(readCheckboxes(text)).toHaveLength(10_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('-', '[', ']', ' ', 'x', '\n', '>', '`', '1', '.', '\t', '*') }),
        (text) => {
          for (const box of readCheckboxes(text)) expect(box.text).not.toContain('\n');
        },
      ),
    );
  });
});

describe('readListItems', () => {
  it('gives the first line of each item, and reads no front matter', () => {
    expect(readListItems('---\n- [] a\nmore\n---\n')).toEqual([{ text: '[] a', line: 2 }]);
  });
});
