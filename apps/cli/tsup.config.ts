import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig, type Options } from 'tsup';
import { bundledApart } from './bundling/bundled-apart.ts';
import { directImports } from './bundling/direct-imports.ts';
import { entriesOf, keptApart } from './bundling/kept-apart.ts';
import { lazyDependencies } from './bundling/lazy-dependencies.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const lazy = {
  yaml: ['isAlias', 'isCollection', 'isMap', 'isNode', 'isScalar', 'isSeq', 'LineCounter', 'parse', 'parseDocument'],
  entities: ['decodeHTML'],
};

/** Everything inlined from source. libsql brings a binary and stays outside. */
const bundle: Options = {
  dts: false,
  sourcemap: false,
  minify: true,
  target: 'node20',
  platform: 'node',
  noExternal: [/^(?!libsql$)/],
  external: ['libsql'],
  define: { __THE_LOOP_VERSION__: JSON.stringify(version) },
  esbuildOptions(options) {
    options.conditions = ['@the-loop/source', 'import', 'node'];
    options.legalComments = 'none';
  },
};

const modules: Options = {
  ...bundle,
  format: ['esm'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

// The bundles are made at the same time, so none of them may clear the folder.
rmSync('dist', { recursive: true, force: true });

const seldom = { kysely: 'store', yaml: 'graph-core', entities: 'markdown' };

const apart = [
  { importer: '/src/main.ts', file: './item-program.ts', bundle: { openedBy: 'src/bundle/item-program.ts' } },
  { importer: '/src/main.ts', file: './program.ts', bundle: { output: './program.js' } },
];

/** The commands that it runs see nothing of whoever builds: no service, no token, no configuration, no home. */
function precompile(file: string): void {
  const home = mkdtempSync(path.join(os.tmpdir(), 'the-loop-precompile-'));
  try {
    const env = { PATH: process.env['PATH'], HOME: home, THE_LOOP_STATE: path.join(home, 'state') };
    for (const step of ['prepare', 'compile']) {
      const args = ['--import', 'tsx', 'bundling/precompile.ts', step, file, home];
      execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

export default defineConfig([
  // The entry loads nothing but what it is asked for.
  {
    ...bundle,
    format: ['cjs'],
    entry: { main: 'src/main.ts' },
    splitting: false,
    define: { ...bundle.define, 'import.meta.dirname': '__dirname' },
    esbuildPlugins: [bundledApart(apart)],
  },
  // Split by command, so that a verb loads only what it needs.
  {
    ...modules,
    entry: { program: 'src/program.ts', 'scripted-agent': 'src/demo/scripted-agent.ts' },
    splitting: true,
    esbuildPlugins: [directImports(), lazyDependencies(lazy)],
  },
  { ...bundle, format: ['cjs'], entry: entriesOf(seldom), splitting: false },
  // The commands that have to start quickly: one file, and the code that V8 made of it.
  {
    ...bundle,
    format: ['cjs'],
    entry: { 'item-program': 'src/item-program.ts' },
    splitting: false,
    shims: true,
    esbuildOptions(options, context) {
      bundle.esbuildOptions?.(options, context);
      options.supported = { 'dynamic-import': false };
      options.charset = 'ascii';
    },
    esbuildPlugins: [directImports(), lazyDependencies(lazy), keptApart(seldom)],
    onSuccess: () => {
      precompile('dist/item-program.cjs');
      return Promise.resolve();
    },
  },
]);
