import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyExistence } from './classify-existence.ts';
import { type ExistenceAnswer } from './existence.ts';

interface Case {
  readonly id: string;
  readonly input: { readonly fn: string; readonly answer: ExistenceAnswer };
  readonly expected: string;
}

const vectors = JSON.parse(readFileSync(new URL('../vectors/existence.json', import.meta.url), 'utf8')) as {
  cases: Case[];
};
const cases = vectors.cases.filter(({ input }) => input.fn === 'classify');

describe('the conformance table of single answers', () => {
  it.each(cases.map((entry) => [entry.id, entry] as const))('%s', (_, { input, expected }) => {
    expect(classifyExistence(input.answer)).toBe(expected);
  });
});

describe('one answer', () => {
  it.each([
    [200, 'exists'],
    [304, 'exists'],
    [301, 'exists'],
    [404, 'missing'],
    [410, 'missing'],
    [400, 'unknown'],
    [403, 'unknown'],
    [451, 'unknown'],
    [0, 'unknown'],
    [Number.NaN, 'unknown'],
  ])('status %d: %s', (status, expected) => {
    expect(classifyExistence({ status })).toBe(expected);
  });

  it('is unknown when two statuses contradict each other', () => {
    expect(classifyExistence({ exitCode: 1, output: 'HTTP 404\nHTTP 502' })).toBe('unknown');
    expect(classifyExistence({ exitCode: 1, output: 'HTTP 403: 404 page not found' })).toBe('unknown');
  });

  it('says missing for no status but 404 and 410', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
        const isMissing = classifyExistence({ status }) === 'missing';
        expect(isMissing).toBe(status === 404 || status === 410);
      }),
    );
  });

  it('says missing of no output without a number that means it', () => {
    const output = fc.string().filter((text) => !/404|410/.test(text));
    fc.assert(
      fc.property(output, (text) => {
        expect(classifyExistence({ exitCode: 1, output: text })).toBe('unknown');
      }),
    );
  });
});
