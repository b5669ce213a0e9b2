import { describe, expect, it } from 'vitest';
import { builtinHooks } from './registry.ts';
import { readHookDeclarations } from './repository-hooks/read-hook-declarations.ts';
import { refusedHooks } from './repository-hooks/refused-hooks.ts';
import { artifactVectors } from './testing/artifact-vectors.ts';
import { hookContext, itemFiles } from './testing/hook-context.ts';
import { testGraph, testNode } from './testing/loops.ts';
import { readVectors } from './testing/vectors.ts';
import { readWorkItemTraits } from './work-item/work-item-traits.ts';

interface Declared {
  readonly modules?: readonly object[];
  readonly attach?: readonly (readonly [string, string, string, object])[];
  readonly error?: true;
}

const vectors = readVectors<{ fn: string; harness?: unknown }, unknown>('graph');

describe('the registry', () => {
  it.each(vectors.filter(({ input }) => input.fn === 'hookNames'))('$id', ({ expected }) => {
    expect([...builtinHooks.keys()].sort()).toEqual(expected);
  });

  it('describes each hook under its own name, and keeps the prefix of foreign hooks free', () => {
    for (const [name, hook] of builtinHooks) {
      expect(hook.name).toBe(name);
      expect(name.startsWith('x-')).toBe(false);
    }
  });

  it('lets the offline gates be pure', () => {
    const pure = [...builtinHooks.values()].filter(({ capability }) => capability === 'pure').map(({ name }) => name);
    expect(pure).toEqual(
      expect.arrayContaining([
        'validate-artifacts',
        'lint-artifacts',
        'enforces-boundaries-from',
        'await-inner-loops',
        'classify-feedback',
      ]),
    );
    expect(pure).not.toContain('verify-tests');
  });

  it('A27: with nobody authorized no gate for people passes', async () => {
    const comments = [{ author: 'alice', body: 'approved\n\ndone', kind: 'comment' as const }];
    for (const name of ['classify-feedback', 'classify-adhoc-reply', 'classify-phase-selection', 'classify-goal']) {
      const result = await builtinHooks.get(name)?.run(hookContext({ comments, settings: { authorizedUsers: [] } }));
      expect(result?.status).toBe('wait');
    }
  });
});

describe('hooks of a repository', () => {
  it.each(vectors.filter(({ input }) => input.fn === 'hooksDeclaration'))('$id', ({ input, expected }) => {
    const read = readHookDeclarations(input.harness);
    const wanted = expected as Declared;
    expect(read.ok).toBe(wanted.error !== true);
    if (!read.ok) return;
    expect(read.value.modules).toEqual(wanted.modules);
    expect(read.value.attach.map(({ hook, node, boundary, with: options }) => [hook, node, boundary, options])).toEqual(
      wanted.attach,
    );
  });

  it.each([
    ['an absolute path', { modules: [{ path: '/tmp/x.mjs' }] }],
    ['a path with a drive', { modules: [{ path: 'C:x.mjs' }] }],
    ['a path with backslashes', { modules: [{ path: 'a\\..\\x.mjs' }] }],
    ['no source file', { modules: [{ path: 'hooks/mine.sh' }] }],
    ['a shipped hook', { attach: [{ hook: 'validate-artifacts', node: 'design' }] }],
    ['another boundary', { attach: [{ hook: 'x-m', node: 'design', boundary: 'mid' }] }],
    ['an unknown key', { modles: [] }],
  ])('refuses %s', (_name, hooks) => {
    expect(readHookDeclarations({ graph: { hooks } }).ok).toBe(false);
  });

  it('names every problem with its place, nodes of the graph included', () => {
    const graph = testGraph('test', [testNode({ id: 'design' })]);
    const read = readHookDeclarations({ graph: { hooks: { attach: [{ hook: 'x-m', node: 'desgin' }] } } }, graph);
    expect(read).toEqual({ ok: false, error: ['graph.hooks.attach.0.node: test has no such node'] });
    expect(readHookDeclarations({}).ok).toBe(true);
  });

  it('A13: a declared hook is listed and refused, and no code of the repository is loaded', async () => {
    const read = readHookDeclarations({
      graph: { hooks: { modules: [{ path: 'evil.mjs' }], attach: [{ hook: 'x-evil', node: 'design' }] } },
    });
    const hooks = refusedHooks(read.ok ? read.value : { modules: [], attach: [] });
    expect([...hooks.keys()]).toEqual(['x-evil']);
    const result = await hooks.get('x-evil')?.run(hookContext());
    expect(result).toMatchObject({
      status: 'block',
      retriable: false,
      messages: [{ code: 'REPOSITORY_HOOK_REFUSED' }],
    });
  });
});

describe('readWorkItemTraits', () => {
  it.each(artifactVectors<object>('workItem'))('$id', async ({ input, expected }) => {
    expect(await readWorkItemTraits(itemFiles(input.files as Record<string, string>))).toEqual(expected);
  });

  it('falls back to the middle tier for whatever is none', async () => {
    const tier = async (text: string | null) => (await readWorkItemTraits(itemFiles({ 'bugfix.md': text }))).riskTier;
    expect(await tier('---\nriskTier: "4"\n---\n')).toBe(4);
    expect(await tier('---\nriskTier: 99\n---\n')).toBe(3);
    expect(await tier(null)).toBe(3);
  });
});
