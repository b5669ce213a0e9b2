import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { eventTypes } from './catalogue.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** Sources of every other package and app, without tests. */
function* sources(): Generator<string> {
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(path.join(ROOT, group))) {
      const folder = path.join(ROOT, group, name, 'src');
      if (name !== 'events') yield* sourcesIn(folder);
    }
  }
}

function* sourcesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const isSource =
      entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name) && !/\/testing(?:\/|$)/.test(entry.parentPath);
    if (isSource) yield readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
  }
}

it('holds no event that nobody emits', () => {
  const text = [...sources()].join('\n');
  expect(text).toContain("'service.started'");
  expect(eventTypes().filter((name) => !text.includes(`'${name}'`))).toEqual([]);
});
