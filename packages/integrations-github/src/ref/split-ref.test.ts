import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GithubError } from '../github-error.ts';
import { splitRef } from './split-ref.ts';

interface Vector {
  readonly id: string;
  readonly input: { readonly args: [string] };
  readonly expected:
    | { readonly error: true }
    | { readonly host: string; readonly owner: string; readonly repo: string; readonly number: number };
}

const { cases } = JSON.parse(readFileSync(new URL('../../vectors/split-ref.json', import.meta.url), 'utf8')) as {
  cases: Vector[];
};

it('has vectors', () => {
  expect(cases.length).toBeGreaterThan(10);
});

it.each(cases)('$id', ({ input, expected }) => {
  if ('error' in expected) expect(() => splitRef(...input.args)).toThrow(GithubError);
  else expect(splitRef(...input.args)).toEqual(expected);
});

it('names the value, the form and both remedies', () => {
  const thrown = (() => {
    try {
      return splitRef('issue-194');
    } catch (fault) {
      return fault;
    }
  })();
  expect(thrown).toMatchObject({ code: 'GITHUB_MALFORMED_REF', retry: 'never' });
  expect((thrown as GithubError).message).toContain('"issue-194"');
  expect((thrown as GithubError).message).toContain('[<provider>:]<owner>/<repo>#<number>');
  expect((thrown as GithubError).remedy).toMatch(/--ref.*ticketing\.github/);
});

it('refuses other providers, and shows no more than a line of a long text', () => {
  expect(() => splitRef('jira:PROJ-1')).toThrow(GithubError);
  expect(() => splitRef('gitlab:octo/repo#1')).toThrow(GithubError);
  expect(() => splitRef('x'.repeat(10_000))).toThrow(/^.{1,300}$/);
});
