import { readFileSync } from 'node:fs';
import { parseRef, type WorkItemRef } from '@the-loop/graph-core';
import { describe, expect, it } from 'vitest';
import { type ExistenceAnswer, type ExistenceAsker } from './existence.ts';
import { type VerifierOptions, WorkItemVerifier } from './work-item-verifier.ts';

type Step = { exit: number; stdout?: string; stderr?: string } | { fails: string };
type Ref = string | (Omit<WorkItemRef, 'host'> & { host?: string });

interface Case {
  readonly id: string;
  readonly input: {
    readonly fn: string;
    readonly gh: 'found' | 'absent';
    readonly script: readonly Step[];
    readonly ops: readonly ({ isMissing: Ref } | { recordMissing: Ref })[];
    readonly cacheSize: number;
    readonly hosts: readonly string[];
  };
  readonly expected: { answers: (boolean | null)[]; calls: number; hostnames: string[]; warnings: number };
}

const vectors = JSON.parse(readFileSync(new URL('../vectors/existence.json', import.meta.url), 'utf8')) as {
  cases: Case[];
};
const cases = vectors.cases.filter(({ input }) => input.fn === 'verifier');

const refOf = (ref: Ref): WorkItemRef => (typeof ref === 'string' ? parseRef(ref) : { host: 'github.com', ...ref });

/** A `gh` that answers by script. */
function scriptedAsker(script: readonly Step[], isFound = true) {
  const hostnames: string[] = [];
  const ask: ExistenceAsker = (ref) => {
    if (!isFound) return Promise.resolve('unavailable');
    const step = script[hostnames.length];
    hostnames.push(ref.host);
    if (step === undefined || 'fails' in step) return Promise.reject(new Error('the binary did not answer'));
    return Promise.resolve({ exitCode: step.exit, output: `${step.stdout ?? ''}${step.stderr ?? ''}` });
  };
  return { ask, hostnames };
}

describe('the conformance table of the verifier', () => {
  it.each(cases.map((entry) => [entry.id, entry] as const))('%s', async (_, { input, expected }) => {
    const { ask, hostnames } = scriptedAsker(input.script, input.gh === 'found');
    const warnings: string[] = [];
    const verifier = new WorkItemVerifier({
      ask,
      now: () => 0,
      hosts: () => input.hosts,
      cacheSize: input.cacheSize,
      warn: (message) => warnings.push(message),
    });
    const answers: (boolean | null)[] = [];
    for (const op of input.ops) {
      if ('isMissing' in op) answers.push(await verifier.isMissing(refOf(op.isMissing)));
      else {
        verifier.recordMissing(refOf(op.recordMissing));
        answers.push(null);
      }
    }
    const observed = { answers, calls: hostnames.length, hostnames, warnings: warnings.length };
    expect(observed).toEqual(expected);
  });
});

describe('the verifier', () => {
  const ref = parseRef('github:acme/app#285');

  /** Answers in turn and counts; the clock is the test's. */
  function verifierOver(answers: readonly ExistenceAnswer[], options: Partial<VerifierOptions> = {}) {
    const clock = { now: 0 };
    const asked: WorkItemRef[] = [];
    const ask: ExistenceAsker = (item) => {
      const answer = answers[asked.length];
      asked.push(item);
      return answer === undefined ? Promise.reject(new Error('no more answers')) : Promise.resolve(answer);
    };
    return { verifier: new WorkItemVerifier({ ask, now: () => clock.now, ...options }), asked, clock };
  }

  it('forgets that a work item is missing, so that one created later is seen', async () => {
    const { verifier, clock } = verifierOver([{ status: 404 }, { status: 200 }], { missingForMs: 60_000 });
    expect(await verifier.lookup(ref)).toEqual({ kind: 'missing' });
    clock.now = 59_999;
    expect(await verifier.lookup(ref)).toEqual({ kind: 'missing' });
    clock.now = 60_000;
    expect(await verifier.lookup(ref)).toEqual({ kind: 'exists', ref });
  });

  it('forgets that a work item exists, later', async () => {
    const { verifier, asked, clock } = verifierOver([{ status: 200 }, { status: 410 }], { existsForMs: 100 });
    await verifier.lookup(ref);
    clock.now = 100;
    expect(await verifier.isMissing(ref)).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it.each<[string, ExistenceAnswer, string]>([
    ['a redirect', { status: 301, url: 'https://github.com/acme/new/issues/3' }, 'github:acme/new#3'],
    ['a followed redirect', { status: 200, url: 'https://github.com/acme/new/pull/3' }, 'github:acme/new#3'],
    [
      'what gh printed',
      { exitCode: 0, output: '{"html_url":"https://github.com/acme/new/issues/3"}' },
      'github:acme/new#3',
    ],
    ['the same place', { status: 200, url: 'https://github.com/Acme/App/issues/285' }, 'github:acme/app#285'],
    ['another host', { status: 301, url: 'https://evil.example/acme/new/issues/3' }, 'github:acme/app#285'],
    ['a name GitHub cannot have', { status: 301, url: 'https://github.com/-x/new/issues/3' }, 'github:acme/app#285'],
    [
      'an opaque location',
      { status: 301, url: 'https://api.github.com/repositories/7/issues/3' },
      'github:acme/app#285',
    ],
    ['no location', { status: 301 }, 'github:acme/app#285'],
  ])('says where the work item is now: %s', async (_, answer, expected) => {
    const { verifier } = verifierOver([answer]);
    expect(await verifier.lookup(ref)).toEqual({ kind: 'exists', ref: parseRef(expected) });
  });

  it('20-hooks A21: only a definitive answer says that the ticket of a branch does not exist, and an outage keeps it', async () => {
    const isMissing = (answer: ExistenceAnswer) => verifierOver([answer]).verifier.isMissing(ref);
    for (const status of [404, 410]) expect(await isMissing({ status })).toBe(true);
    for (const status of [200, 401, 403, 429, 500, 503]) expect(await isMissing({ status })).toBe(false);
    expect(await verifierOver([]).verifier.isMissing(ref)).toBe(false);
  });

  it('asks once when several ask at the same time, in any spelling', async () => {
    const { verifier, asked } = verifierOver([{ status: 404 }]);
    const answers = await Promise.all(
      ['acme/app', 'Acme/App'].map((path) => verifier.isMissing(parseRef(`github:${path}#285`))),
    );
    expect(answers).toEqual([true, true]);
    expect(asked).toHaveLength(1);
  });

  it('answers unknown when the asker never does, and lets it go', async () => {
    const signals: AbortSignal[] = [];
    const ask: ExistenceAsker = (_, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const verifier = new WorkItemVerifier({ ask, now: () => 0, timeoutMs: 5 });
    expect(await verifier.lookup(ref)).toEqual({ kind: 'unknown' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('stops waiting when its caller does', async () => {
    const caller = new AbortController();
    const verifier = new WorkItemVerifier({ ask: () => new Promise(() => undefined), now: () => 0 });
    const answer = verifier.lookup(ref, { signal: caller.signal });
    caller.abort();
    expect(await answer).toEqual({ kind: 'unknown' });
  });

  it('warns once, however often nothing can be asked', async () => {
    const warnings: string[] = [];
    const verifier = new WorkItemVerifier({
      ask: () => Promise.resolve('unavailable'),
      now: () => 0,
      warn: (text) => warnings.push(text),
    });
    for (const number of [1, 2, 3]) expect(await verifier.isMissing({ ...ref, number })).toBe(false);
    expect(warnings).toHaveLength(1);
  });

  it('asks a host as soon as it is configured, and not a moment longer', async () => {
    const hosts: string[] = [];
    const { verifier, asked } = verifierOver([{ status: 404 }], { hosts: () => hosts, missingForMs: 0 });
    const elsewhere = parseRef('github:ghe.corp.example/acme/app#5');
    expect(await verifier.isMissing(elsewhere)).toBe(false);
    hosts.push('GHE.corp.example');
    expect(await verifier.isMissing(elsewhere)).toBe(true);
    hosts.pop();
    expect(await verifier.isMissing(elsewhere)).toBe(false);
    expect(asked).toHaveLength(1);
  });
});

describe('hostile refs', () => {
  const parts = { provider: 'github', host: 'github.com', owner: 'acme', repo: 'app', number: 1 };

  it.each([
    ['A13: a shell in the owner', { owner: 'octo;rm -rf /' }],
    ['A13: a path in the owner', { owner: '../..' }],
    ['A14: a parent directory as repository', { repo: '..' }],
    ['A15: a host that nobody configured', { host: 'evil.example' }],
    ['A15: an option as host', { host: '--hostname=evil.example' }],
    ['a number that is none', { number: 1.5 }],
    ['another provider', { provider: 'jira' }],
  ])('%s is not asked about, and kept', async (_, part) => {
    const asked: unknown[] = [];
    const verifier = new WorkItemVerifier({
      ask: (ref) => {
        asked.push(ref);
        return Promise.resolve({ status: 404 });
      },
      now: () => 0,
      hosts: () => ['ghe.corp.example'],
    });
    const hostile = { ...parts, ...part };
    verifier.recordMissing(hostile);
    expect(await verifier.lookup(hostile)).toEqual({ kind: 'unknown' });
    expect(asked).toEqual([]);
  });
});
