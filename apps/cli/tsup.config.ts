import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { directImports } from './direct-imports.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Everything inlined from source, split by command, so that a verb loads only what it needs. libsql brings a binary and stays outside. */
export default defineConfig({
  entry: { main: 'src/main.ts', 'scripted-agent': 'src/demo/scripted-agent.ts' },
  format: ['esm'],
  dts: false,
  splitting: true,
  clean: true,
  sourcemap: false,
  minify: true,
  target: 'node20',
  platform: 'node',
  noExternal: [/^(?!libsql$)/],
  external: ['libsql'],
  esbuildPlugins: [directImports()],
  define: { __THE_LOOP_VERSION__: JSON.stringify(version) },
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  esbuildOptions(options) {
    options.conditions = ['@the-loop/source', 'import', 'node'];
    options.legalComments = 'none';
  },
});
