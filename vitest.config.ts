import { readdirSync } from 'node:fs';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Packages are tested from their source, so no build comes first. Each project repeats `ssr`: it is not inherited. */
const ssr = { resolve: { conditions: ['@the-loop/source', ...defaultServerConditions] } };
const roots = ['packages', 'apps'].flatMap((parent) => readdirSync(parent).map((name) => `${parent}/${name}`));

export default defineConfig({
  test: {
    projects: [
      ...roots.map((root) => ({
        ssr,
        test: { name: root.split('/')[1] ?? root, root, include: ['src/**/*.test.ts'], testTimeout: 20_000 },
      })),
      { ssr, test: { name: 'e2e', root: 'e2e', include: ['**/*.test.ts'], testTimeout: 180_000, hookTimeout: 60_000 } },
      { ssr, test: { name: 'scripts', root: 'scripts', include: ['**/*.test.ts'], testTimeout: 180_000 } },
    ],
  },
});
