import { readFileSync, rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { bundledApart } from './bundled-apart.ts';
import { directImports } from './direct-imports.ts';
import { lazyDependencies } from './lazy-dependencies.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const lazy = {
  yaml: ['isAlias', 'isCollection', 'isMap', 'isNode', 'isScalar', 'isSeq', 'LineCounter', 'parse', 'parseDocument'],
  entities: ['decodeHTML'],
};

/** Everything inlined from source, split by command, so that a verb loads only what it needs. libsql brings a binary and stays outside. */
const bundle: Options = {
  format: ['esm'],
  dts: false,
  splitting: true,
  sourcemap: false,
  minify: true,
  target: 'node20',
  platform: 'node',
  noExternal: [/^(?!libsql$)/],
  external: ['libsql'],
  define: { __THE_LOOP_VERSION__: JSON.stringify(version) },
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  esbuildOptions(options) {
    options.conditions = ['@the-loop/source', 'import', 'node'];
    options.legalComments = 'none';
  },
};

// The bundles are made at the same time, so none of them may clear the folder.
rmSync('dist', { recursive: true, force: true });

const item = { file: '/src/item-program.ts', output: './item/item-program.js', importer: '/src/main.ts' };

export default defineConfig([
  {
    ...bundle,
    entry: { main: 'src/main.ts', 'scripted-agent': 'src/demo/scripted-agent.ts' },
    esbuildPlugins: [bundledApart(item), directImports(), lazyDependencies(lazy)],
  },
  {
    ...bundle,
    entry: { 'item-program': 'src/item-program.ts' },
    outDir: 'dist/item',
    esbuildPlugins: [directImports(), lazyDependencies(lazy)],
  },
]);
