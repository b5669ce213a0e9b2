import { parseCommand } from '@the-loop/router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inertText, withoutSecrets } from './inert-text.ts';

describe('inertText', () => {
  it('leaves ordinary text alone', () => {
    const text = '# Title\n\n- a b (c) `code` 1 # 2, user@, loop-the-loop';
    expect(inertText(text)).toBe(text);
  });

  it('never mentions, links, hides or commands, whatever is put together', () => {
    const piece = fc.constantFrom(
      '@',
      'alice',
      '#',
      '1',
      'GH-',
      'Closes ',
      '<!--',
      '-->',
      'the-loop ',
      'execute',
      '\n',
      ' ',
      '/issues/',
      '2',
      '\u202E',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const inert = inertText(pieces.join(''));
        expect(inert).not.toMatch(/@[A-Za-z0-9]|#\d|gh-\d|<!--|\u202E/i);
        expect(parseCommand(inert).kind).toBe('none');
      }),
      { numRuns: 500 },
    );
  });

  it('removes what looks like a credential', () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(20)}\n-----END RSA PRIVATE KEY-----`;
    for (const secret of [`github_pat_${'a'.repeat(40)}`, 'AKIAABCDEFGHIJKLMNOP', `xoxb-${'1'.repeat(20)}`, key]) {
      expect(withoutSecrets(`x ${secret}`)).toContain('[removed: looks like a secret]');
    }
  });
});
