import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type PlantedTree, plantTree, repositoryRoot } from './rules/planted-tree.ts';

const trees: PlantedTree[] = [];
afterAll(() => {
  for (const tree of trees) tree.remove();
});

function plant(...args: Parameters<typeof plantTree>): PlantedTree {
  const tree = plantTree(...args);
  trees.push(tree);
  return tree;
}

function run(tree: PlantedTree, tool: string, args: readonly string[]): { code: number | null; output: string } {
  const result = spawnSync(path.join(repositoryRoot, 'node_modules/.bin', tool), args, {
    cwd: tree.root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return { code: result.status, output: result.stdout + result.stderr };
}

const useValue = (from: string): string => `import { value } from '${from}';\nexport const other: number = value;\n`;

describe('layers', () => {
  const violations: readonly (readonly [rule: string, file: string, text: string])[] = [
    ['layer-0-imports-down-only', 'packages/graph-core/src/up.ts', useValue('@the-loop/hooks')],
    ['layer-2-imports-down-only', 'packages/hooks/src/sideways.ts', useValue('@the-loop/store')],
    [
      'no-cycle',
      'packages/config/src/one.ts',
      `import { two } from './two.ts';\nexport const one = (): number => two();\n`,
    ],
    ['packages-never-import-apps', 'packages/service/src/app.ts', useValue('../../../apps/cli/src/index.ts')],
    ['no-deep-import', 'packages/service/src/deep.ts', useValue('../../store/src/inner.ts')],
    ['no-deep-import-from-outside', 'e2e/deep.ts', useValue('../packages/store/src/inner.ts')],
    ['one-folder-per-hook', 'packages/hooks/src/builtin/a/a.ts', useValue('../b/b.ts')],
    [
      'pure-stays-pure',
      'packages/graph-core/src/file.ts',
      `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n`,
    ],
    [
      'pure-has-few-dependencies',
      'packages/router/src/big.ts',
      `import ts from 'typescript';\nexport const version: string = ts.version;\n`,
    ],
    ['testkit-only-in-tests', 'packages/service/src/kit.ts', useValue('@the-loop/testkit')],
    [
      'no-undeclared-dependency',
      'packages/service/src/undeclared.ts',
      `import ts from 'typescript';\nexport const version: string = ts.version;\n`,
    ],
    ['not-unresolvable', 'packages/service/src/gone.ts', useValue('./nowhere.ts')],
  ];
  const rest = {
    'packages/config/src/two.ts': `import { one } from './one.ts';\nexport const two = (): number => one();\n`,
    'packages/store/src/inner.ts': 'export const value: number = 1;\n',
    'packages/hooks/src/builtin/b/b.ts': 'export const value: number = 1;\n',
    'packages/testkit/src/kit.ts': 'export const value: number = 1;\n',
    'apps/cli/src/main.ts': 'export const value: number = 1;\n',
  };
  const siblings = { 'packages/graph-core': ['hooks'], 'packages/hooks': ['store'], 'packages/service': ['testkit'] };
  const cruise = ['packages', 'apps', 'e2e', '--output-type', 'json'];

  it('sees every planted violation', () => {
    const tree = plant({ ...rest, ...Object.fromEntries(violations.map(([, file, text]) => [file, text])) }, siblings);
    const { output } = run(tree, 'depcruise', cruise);
    const found = (JSON.parse(output) as { summary: { violations: { rule: { name: string }; from: string }[] } })
      .summary.violations;
    for (const [rule, file] of violations)
      expect(found.map((one) => `${one.rule.name} ${one.from}`)).toContain(`${rule} ${file}`);
  });

  it('lets a tree without violations pass', () => {
    const tree = plant(
      {
        'packages/hooks/src/down.ts': useValue('@the-loop/graph-core'),
        'packages/graph-core/src/fine.ts': 'export const fine = 1;\n',
        'apps/cli/src/main.ts': 'export const a = 1;\n',
        'e2e/fine.ts': 'export const a = 1;\n',
      },
      { 'packages/hooks': ['graph-core'] },
    );
    expect(run(tree, 'depcruise', [...cruise.slice(0, -1), 'err'])).toMatchObject({ code: 0 });
  });
});

describe('lint', () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `export const v${index} = ${index};`).join('\n');
  const seeds: readonly (readonly [rule: string, file: string, text: string])[] = [
    ['max-lines', 'packages/hooks/src/long.ts', lines(260)],
    [
      'max-lines-per-function',
      'packages/hooks/src/long-function.ts',
      `export function f(): void {\n${'  void 0;\n'.repeat(60)}}\n`,
    ],
    [
      'max-params',
      'packages/hooks/src/params.ts',
      'export const f = (a: number, b: number, c: number, d: number): number => a + b + c + d;\n',
    ],
    [
      'complexity',
      'packages/hooks/src/complex.ts',
      `export function f(a: number): number {\n${Array.from({ length: 12 }, (_, i) => `  if (a === ${i}) return ${i};`).join('\n')}\n  return a;\n}\n`,
    ],
    [
      'max-depth',
      'packages/hooks/src/depth.ts',
      'export function f(a: number): number {\n  if (a) { if (a > 1) { if (a > 2) { if (a > 3) { return 1; } } } }\n  return 0;\n}\n',
    ],
    ['no-console', 'packages/hooks/src/prints.ts', `console.log('x');\nexport {};\n`],
    ['import-x/no-default-export', 'packages/hooks/src/default-export.ts', 'export default 1;\n'],
    [
      'import-x/extensions',
      'packages/hooks/src/no-extension.ts',
      `import { a } from './neighbour';\nexport const b: unknown = a;\n`,
    ],
    ['unicorn/filename-case', 'packages/hooks/src/NotKebab.ts', 'export const a = 1;\n'],
    [
      '@typescript-eslint/switch-exhaustiveness-check',
      'packages/hooks/src/switches.ts',
      `export function f(a: 'x' | 'y'): number {\n  switch (a) {\n    case 'x':\n      return 1;\n  }\n  return 0;\n}\n`,
    ],
    [
      '@typescript-eslint/no-floating-promises',
      'packages/hooks/src/floats.ts',
      'export function f(): void {\n  Promise.resolve(1);\n}\n',
    ],
    ['@typescript-eslint/no-explicit-any', 'packages/hooks/src/anything.ts', 'export const a: any = 1;\n'],
    [
      '@typescript-eslint/naming-convention',
      'packages/hooks/src/prefix.ts',
      'export interface IThing {\n  a: number;\n}\n',
    ],
    ['no-restricted-syntax', 'packages/hooks/src/enums.ts', 'export enum E {\n  A,\n}\n'],
    ['no-restricted-properties', 'packages/graph-core/src/clock.ts', 'export const now = (): number => Date.now();\n'],
    ['no-restricted-syntax', 'packages/graph-core/src/new-date.ts', 'export const now = (): Date => new Date();\n'],
    ['no-restricted-globals', 'packages/router/src/environment.ts', 'export const home: unknown = process.env;\n'],
  ];

  it('sees every planted violation', () => {
    const tree = plant({
      ...Object.fromEntries(seeds.map(([, file, text]) => [file, text])),
      'packages/hooks/src/neighbour.ts': 'export const a = 1;\n',
      'packages/hooks/src/clean.ts': 'export const clean: number = 1;\n',
    });
    const { output } = run(tree, 'eslint', ['packages', '--format', 'json']);
    const results = JSON.parse(output) as { filePath: string; messages: { ruleId: string | null }[] }[];
    const found = results.flatMap((result) =>
      result.messages.map((message) => `${message.ruleId ?? 'parse'} ${path.relative(tree.root, result.filePath)}`),
    );
    for (const [rule, file] of seeds) expect(found).toContain(`${rule} ${file}`);
    expect(found.filter((line) => line.endsWith('clean.ts'))).toEqual([]);
  });
});

describe('dead code, versions and the lock', () => {
  it('finds a file, an export and a dependency that nothing uses', () => {
    const tree = plant({
      'packages/hooks/src/index.ts': `import { used } from './part.ts';\nexport const value: number = used;\n`,
      'packages/hooks/src/part.ts': 'export const used = 1;\nexport const nobody = 2;\n',
      'packages/hooks/src/orphan.ts': 'export const a = 1;\n',
      'packages/hooks/package.json': JSON.stringify({
        name: '@the-loop/hooks',
        version: '0.0.0',
        type: 'module',
        exports: './src/index.ts',
        dependencies: { yaml: '2.9.1' },
      }),
    });
    const { code, output } = run(tree, 'knip', []);
    expect(code).not.toBe(0);
    for (const word of ['nobody', 'orphan.ts', 'yaml']) expect(output).toContain(word);
  });

  it('finds two versions of one dependency', () => {
    const manifest = (name: string, version: string): string =>
      JSON.stringify({ name, version: '0.0.0', dependencies: { yaml: version } });
    const tree = plant({
      'packages/a/package.json': manifest('a', '2.9.1'),
      'packages/b/package.json': manifest('b', '2.9.0'),
    });
    expect(run(tree, 'syncpack', ['lint'])).toMatchObject({ code: 1 });
  });

  it('finds a locked package that demands a newer Node', () => {
    const lock =
      "lockfileVersion: '9.0'\n\npackages:\n\n  cookie@2.0.2:\n    resolution: {integrity: x}\n    engines: {node: '>=22'}\n\nsnapshots:\n";
    const tree = plant({ 'pnpm-lock.yaml': lock });
    const result = spawnSync(process.execPath, [path.join(repositoryRoot, 'scripts/check-lock.mjs')], {
      cwd: tree.root,
      encoding: 'utf8',
    });
    expect(result).toMatchObject({ status: 1 });
    expect(result.stdout).toContain('cookie@2.0.2');
  });
});
