import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { readFrontMatter } from './front-matter.ts';

describe('readFrontMatter', () => {
  it.each([
    ['four dashes', '----\nstatus: approved\n----\n', {}, false],
    ['a document that begins with a rule', '--- \n\ntext\n', {}, true],
    ['a scalar', '---\njust text\n---\n', {}, true],
    ['a duplicated key', '---\nstatus: draft\nstatus: approved\n---\n', {}, true],
    ['a broken value', '---\nstatus: [approved\n---\n', {}, true],
    ['an old-style boolean', '---\nready: yes\n---\n', { ready: 'yes' }, false],
  ])('reads %s', (...[, text, data, malformed]) => {
    expect(readFrontMatter(text)).toMatchObject({ data, malformed });
  });

  it('refuses a bomb of aliases', () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(', ')}]`,
    );
    const bomb = ['---', 'l0: &l0 [x, x, x, x, x, x, x, x, x]', ...levels, '---', 'body'].join('\n');
    expect(readFrontMatter(bomb)).toEqual({ data: {}, body: 'body', malformed: true });
  });

  it('refuses nesting deeper than the stack and blocks longer than 64 KiB', () => {
    expect(readFrontMatter(`---\na: ${'['.repeat(60_000)}\n---\n`).malformed).toBe(true);
    expect(readFrontMatter(`---\na: ${'x'.repeat(70_000)}\n---\n`).malformed).toBe(true);
  });

  it('keeps a key named __proto__ out of the prototype', () => {
    const { data } = readFrontMatter('---\n__proto__: {polluted: true}\n---\n');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  it('reads words and numbers as the YAML reader does', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9 ._/#:'"-]{1,12}$/);
    const special = fc.constantFrom(
      'true',
      'False',
      'null',
      'yes',
      '0',
      '007',
      '1e3',
      '0x1F',
      '.inf',
      '~',
      '2026-03-02',
      '12',
    );
    const line = fc.tuple(fc.constantFrom('status', 'title', 'Null', 'y', 'riskTier', '1'), fc.oneof(word, special));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
        const block = lines.map(([key, value]) => `${key}: ${value}`).join('\n');
        const { data, malformed } = readFrontMatter(`---\n${block}\n---\n`);
        const document = parseDocument(block);
        const expected: unknown = document.errors.length > 0 ? null : (document.toJS() ?? {});
        expect(malformed).toBe(expected === null);
        expect(data).toEqual(expected ?? {});
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws, and gives the whole text as body when there is no block', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { body, data } = readFrontMatter(text);
        if (!text.replace('\uFEFF', '').startsWith('---')) {
          expect(data).toEqual({});
          expect(body).toBe(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
        }
      }),
    );
  });
});
