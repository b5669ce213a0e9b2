/** One row per layer, lowest first. A package imports rows below its own, never its own row, never above. */
const layers = [
  ['graph-core', 'markdown'],
  ['router', 'config', 'events'],
  ['hooks', 'sessions', 'store', 'linkage', 'integrations-github'],
  ['graph-runtime', 'dispatcher'],
  ['operations'],
  ['service'],
];
const any = (names) => `^packages/(${names.join('|')})/`;
const test = '(\\.test\\.ts|\\.test-d\\.ts|/testing/)';
const layerRules = layers.map((names, row) => ({
  name: `layer-${row}-imports-down-only`,
  severity: 'error',
  from: { path: any(names), pathNot: test },
  to: { path: any(layers.slice(row).flat()), pathNot: '^packages/$1/' },
}));
const pure = '^packages/(graph-core|markdown|router)/src';

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'packages-never-import-apps', severity: 'error', from: { path: '^packages/' }, to: { path: '^apps/' } },
    {
      name: 'no-deep-import',
      severity: 'error',
      comment: 'Import a package by its index.',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: { path: '^packages/([^/]+)/src/(?!index\\.ts$)', pathNot: '^packages/$2/' },
    },
    {
      name: 'no-deep-import-from-outside',
      severity: 'error',
      from: { path: '^(bench|e2e|scripts)/' },
      to: { path: '^packages/([^/]+)/src/(?!index\\.ts$)' },
    },
    {
      name: 'one-folder-per-hook',
      severity: 'error',
      from: { path: '^packages/hooks/src/builtin/([^/]+)/', pathNot: test },
      to: { path: '^packages/hooks/src/builtin/[^/]+/', pathNot: '^packages/hooks/src/builtin/$1/' },
    },
    {
      name: 'pure-stays-pure',
      severity: 'error',
      comment: 'Pure packages take time, randomness and files as arguments.',
      from: { path: pure, pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-has-few-dependencies',
      severity: 'error',
      from: { path: pure, pathNot: test },
      to: { path: 'node_modules/', pathNot: 'node_modules/(valibot|yaml|markdown-it|@types/markdown-it)/' },
    },
    {
      name: 'testkit-only-in-tests',
      severity: 'error',
      from: { pathNot: `(${test}|^packages/testkit/|^(e2e|bench|scripts)/|^apps/cli/src/demo/)` },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'no-undeclared-dependency',
      severity: 'error',
      from: { path: '^packages/[^/]+/src', pathNot: test },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-dev', 'unknown'], pathNot: '^packages/' },
    },
    { name: 'not-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/types/|tsup\\.config\\.ts|apps/[^/]+/bin/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@the-loop/source', 'types', 'import', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
