import { defineConfig } from 'tsup';

/** One file with everything inlined from source; libsql brings a binary and stays outside. */
export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: ['esm'],
  dts: false,
  clean: true,
  sourcemap: false,
  target: 'node20',
  platform: 'node',
  noExternal: [/^(?!libsql$)/],
  external: ['libsql'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  esbuildOptions(options) {
    options.conditions = ['@the-loop/source', 'import', 'node'];
    options.legalComments = 'none';
  },
});
