import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const IMPORT = /^(?:import|export) (?!type )[^;]*? from '([^']+)';/gm;

/** Every module that importing `file` loads at once. Dynamic imports and type imports are not among them. */
function loadedBy(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return seen;
  seen.add(file.href);
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    if (target.startsWith('.')) loadedBy(new URL(target, file), seen);
    else seen.add(target);
  }
  return seen;
}

it('loads neither Octokit nor valibot before the first call', () => {
  const loaded = loadedBy(new URL('./index.ts', import.meta.url));
  expect([...loaded].filter((name) => !name.startsWith('file:') && !name.startsWith('node:')).sort()).toEqual([
    '@the-loop/graph-core',
    '@the-loop/router',
  ]);
  expect([...loadedBy(new URL('./operations/create-operations.ts', import.meta.url))]).toContain('@octokit/rest');
});
