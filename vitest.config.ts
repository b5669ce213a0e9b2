import { readdirSync } from 'node:fs';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Packages are tested from their source, so no build comes first. Each project repeats `ssr`: it is not inherited. */
const ssr = { resolve: { conditions: ['@the-loop/source', ...defaultServerConditions] } };
const roots = ['packages', 'apps'].flatMap((parent) => readdirSync(parent).map((name) => `${parent}/${name}`));

export default defineConfig({
  test: {
    // The smallest machine has two cores, and many tests wait for processes.
    maxWorkers: 2,
    projects: [
      ...roots.map((root) => {
        const name = root.split('/')[1] ?? root;
        const include = ['src/**/*.test.ts'];
        // Tests share nothing that lasts, so modules are loaded once in a worker and not for every file: a third of the work.
        return { ssr, test: { name, root, include, isolate: false, testTimeout: 20_000 } };
      }),
      {
        ssr,
        test: {
          name: 'e2e',
          root: 'e2e',
          include: ['**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          maxConcurrency: 8,
        },
      },
      { ssr, test: { name: 'scripts', root: 'scripts', include: ['**/*.test.ts'], testTimeout: 180_000 } },
    ],
  },
});
