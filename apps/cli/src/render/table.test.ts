import { describe, expect, it } from 'vitest';
import { table } from './table.ts';

describe('table', () => {
  it('pads columns to their widest cell and leaves no trailing blanks', () => {
    expect(
      table(
        ['Item', 'At'],
        [
          ['#1', 'work'],
          ['#12', ''],
        ],
      ),
    ).toBe('Item  At\n----  ----\n#1    work\n#12');
  });

  it('does not count colour sequences as width', () => {
    expect(table(['A'], [['\u001B[32mok\u001B[39m']])).toBe('A\n--\n\u001B[32mok\u001B[39m');
  });
});
