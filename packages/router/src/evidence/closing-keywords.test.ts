import { formatRef } from '@the-loop/graph-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closingKeywords } from './closing-keywords.ts';

const repository = { host: 'github.com', owner: 'acme', repo: 'app' };
const refs = (body: string, hosts: readonly string[] = []): string[] =>
  closingKeywords(body, repository, hosts).map(({ ref }) => formatRef(ref));

describe('closing keywords', () => {
  it.each([
    ['Closes #12', ['github:acme/app#12']],
    ['Closes:\t #12', ['github:acme/app#12']],
    ['Fixes GH-12', ['github:acme/app#12']],
    ['resolved octo/.github#7!', ['github:octo/.github#7']],
    ['Closes https://github.com/octo/infra/issues/7#issuecomment-1', ['github:octo/infra#7']],
    ['Closes https://GITHUB.com/octo/infra/issues/7/', ['github:octo/infra#7']],
    ['fix #1, fixes #2; fixed #3', ['github:acme/app#1', 'github:acme/app#2', 'github:acme/app#3']],
    ['Fixes #12, #13', ['github:acme/app#12']],
    ['- [x] closes #12', ['github:acme/app#12']],
  ])('%j names %j', (body, expected) => {
    expect(refs(body)).toEqual(expected);
  });

  it.each([
    'Closes#12',
    'closes:#12',
    'prefixes #12',
    '\u00E9fixes #12',
    'hot-fix #12',
    'cloſes #12',
    'Closes [#12](u)',
    'closes #12_3',
    'closes #12\u00E9',
    'closes o/r/x#12',
    'closes ../..#5',
    'closes #00',
    'closes https://github.com/o/r/pull/12',
    'closes https://github.com/o/r/issues/12/events',
    'closes https://user@github.com/o/r/issues/12',
    'closes https://evil.example/o/r/issues/12',
    '> closes #7',
    'closes\u2028#12',
  ])('%j names nothing', (body) => {
    expect(refs(body)).toEqual([]);
  });

  it('reads the URL of a configured host, and then links to that host', () => {
    expect(refs('closes https://GHE.corp.example/o/r/issues/5', ['ghe.corp.example'])).toEqual([
      'github:ghe.corp.example/o/r#5',
    ]);
  });

  it('says where and how each was found', () => {
    const [first, second] = closingKeywords('# Title\n\n`fixes #1`\nFIXES #2\r\n\r\nresolves a/b#3', repository);
    expect(first?.evidence).toEqual({ source: 'keyword', verb: 'fixes', form: 'local', line: 4 });
    expect(second?.evidence).toEqual({ source: 'keyword', verb: 'resolves', form: 'qualified', line: 6 });
  });

  it('stops at a bound that no honest text reaches', () => {
    expect(refs('closes #1 '.repeat(2000))).toHaveLength(500);
  });

  it('reads back every target that it documents', () => {
    const verb = fc.constantFrom(
      'close',
      'Closes',
      'CLOSED',
      'fix',
      'Fixes',
      'fixed',
      'resolve',
      'resolves',
      'Resolved',
    );
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/);
    const number = fc.integer({ min: 1, max: 9_999_999_999 });
    fc.assert(
      fc.property(
        verb,
        fc.constantFrom(' ', ': ', '  ', '\t'),
        fc.tuple(name, name, number),
        (word, gap, [owner, repo, n]) => {
          expect(refs(`${word}${gap}${owner}/${repo}#${n}`)).toEqual([`github:${owner}/${repo}#${n}`]);
          expect(refs(`${word}${gap}https://github.com/${owner}/${repo}/issues/${n}.`)).toEqual([
            `github:${owner}/${repo}#${n}`,
          ]);
          expect(refs(`<!-- ${word}${gap}#${n} -->`)).toEqual([]);
        },
      ),
    );
  });
});
