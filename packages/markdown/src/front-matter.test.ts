import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
