import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/refs.json' with { type: 'json' };
import { LoopError } from '../loop-error.ts';
import { deriveRef, refFor, specIdFor } from './derive-ref.ts';
import { formatRef, refKey, refUrl, sameRef } from './format-ref.ts';
import { isGithubName } from './github-name.ts';
import { parseRef, safeParseRef } from './parse-ref.ts';
import { innerLoopStateDir, repoStateKey } from './repo-state-key.ts';
import { type WorkItemRef } from './work-item-ref.ts';

type Answer = unknown;
const folded = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

function readRef(text: string): Record<string, Answer> {
  const ref = parseRef(text);
  const { owner, repo, number, host } = ref;
  return {
    ref: formatRef(ref),
    owner,
    repo,
    number,
    url: refUrl(ref),
    specId: specIdFor(ref),
    ...(host === '' ? {} : { host }),
  };
}

function isSafe(key: string): boolean {
  const plain = /^[A-Za-z0-9._~+-]+$/.test(key);
  return plain && key.length <= 255 && key !== '.' && key !== '..';
}

const run: Record<string, (...args: never[]) => Answer> = {
  parseRef: readRef,
  refFor,
  deriveRef,
  isGithubName,
  repoStateKey,
  innerLoopStateDir,
  sameRef: (a: string, b: string) => sameRef(parseRef(a), parseRef(b)),
  refKeyPair: (a: string, b: string) => ({ same: refKey(parseRef(a)) === refKey(parseRef(b)) }),
  repoStateKeyPair: (a: string, b: string) => ({ same: repoStateKey(a) === repoStateKey(b) }),
  refKeySafe: (text: string) => ({ safe: isSafe(refKey(parseRef(text))) }),
};

function answerOf(fn: string, args: readonly unknown[]): Answer {
  try {
    return run[fn]?.(...(args as never[]));
  } catch (error) {
    if (error instanceof LoopError) return { error: true };
    throw error;
  }
}

function foldedDeep(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return folded(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, folded(item)]));
}

describe('the conformance cases', () => {
  it.each(vectors.cases.map((one) => [one.id, one] as const))('%s', (_, { input, expected }) => {
    expect(foldedDeep(answerOf(input.fn, input.args))).toEqual(foldedDeep(expected));
  });
});

const name = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,20}$/).filter((text) => isGithubName(text));
const anyRef: fc.Arbitrary<WorkItemRef> = fc.record({
  provider: fc.constant('github'),
  host: fc.constantFrom('github.com', 'ghe.corp.example', 'ghe.corp.example:8443', 'local:3000'),
  owner: name,
  repo: name,
  number: fc.integer({ min: 1, max: 9_999_999_999 }),
});

describe('refs', () => {
  it('read back every ref they write', () => {
    fc.assert(
      fc.property(anyRef, (ref) => {
        expect(safeParseRef(formatRef(ref))).toEqual({ ok: true, value: ref });
      }),
    );
  });

  it('have the same key exactly when they are the same', () => {
    fc.assert(
      fc.property(anyRef, anyRef, (a, b) => {
        expect(refKey(a) === refKey(b)).toBe(formatRef(a).toLowerCase() === formatRef(b).toLowerCase());
        expect(isSafe(refKey(a))).toBe(true);
      }),
    );
  });

  it('are refused with a typed error and never otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(typeof safeParseRef(text).ok).toBe('boolean');
        expect(typeof deriveRef(text, text)).toBe('string');
        expect(typeof refFor(text, 1)).toBe('string');
      }),
    );
  });

  it.each([
    ['github:octo/repo#7', 'github'],
    ['octo/repo#7', 'github'],
    ['gitlab:octo/repo#7', 'gitlab'],
  ])('read %s with a default provider as %s', (text, provider) => {
    expect(parseRef(text, { defaultProvider: 'github' }).provider).toBe(provider);
  });

  it('say what was wrong, what is expected and what to do', () => {
    expect(() => parseRef('issue-194')).toThrow(
      expect.objectContaining({
        code: 'REF_INVALID',
        message: expect.stringMatching(/"issue-194".*<owner>\/<repo>#<number>/),
        remedy: expect.stringMatching(/--ref.*ticketing\.github/),
      }),
    );
  });

  it.each([
    ['github:octo/repo#07', 'bad-number'],
    ['github:octo/repo#12345678901', 'bad-number'],
    [`github:octo/${'r'.repeat(300)}#1`, 'too-long'],
    ['github:ghe..example/octo/repo#1', 'bad-host'],
    ['github:octo/..#1', 'bad-name'],
  ])('refuse %s as %s', (text, problem) => {
    expect(safeParseRef(text)).toEqual({ ok: false, error: problem });
  });

  it('A1, A2: derive nothing from a hostile id or origin', () => {
    expect(deriveRef('issue-1/../x', 'octo/repo')).toBe('');
    expect(deriveRef('issue-007', 'octo/repo')).toBe('');
    expect(deriveRef('issue-1', '../..')).toBe('');
    expect(deriveRef(undefined as never, null as never)).toBe('');
  });

  it('have no URL when a name is not one GitHub can have', () => {
    expect(refUrl({ provider: 'github', host: 'github.com', owner: 'oc to', repo: 'r', number: 1 })).toBe('');
    expect(refUrl({ provider: 'github', host: 'github.com', owner: '..', repo: '..', number: 1 })).toBe('');
  });
});

describe('directory names of repositories', () => {
  it.each(['_a/b', 'a_/b', 'a__b/c', 'a/b/c', 'ghe.example:8443/a/b', 'a\\..\\b', 'octo/re po', ''])(
    'A10: refuse %j',
    (repo) => {
      expect(() => repoStateKey(repo)).toThrow(expect.objectContaining({ code: 'REPO_INVALID' }));
    },
  );

  it('are the same exactly for the same repository', () => {
    const repo = fc
      .tuple(name, name)
      .map((parts) => parts.join('/'))
      .filter((text) => !/^_|__.*\/|_\//.test(text));
    fc.assert(
      fc.property(repo, repo, (a, b) => {
        expect(repoStateKey(a) === repoStateKey(b)).toBe(a.toLowerCase() === b.toLowerCase());
      }),
    );
  });

  it('refuse numbers that are no pull request', () => {
    for (const number of [1.5, Number.NaN, 12345678901]) {
      expect(() => innerLoopStateDir('S', number)).toThrow(expect.objectContaining({ code: 'PULL_REQUEST_INVALID' }));
    }
  });
});
