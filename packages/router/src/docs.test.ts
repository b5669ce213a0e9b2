import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import vectors from '../vectors/links.json' with { type: 'json' };
import { guardsPage, type LinkCase, linksPage } from './testing/render-docs.ts';

// After a change of the tables: UPDATE_DOCS=1 npx vitest run --project router src/docs.test.ts

it.each([
  ['guards.md', guardsPage()],
  ['links.md', linksPage(vectors.cases as readonly LinkCase[])],
])('the page %s says what the tables in the code say', (name, page) => {
  const file = new URL(`../docs/${name}`, import.meta.url);
  if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(file, page);
  expect(content(readFileSync(file, 'utf8'))).toEqual(content(page));
});

/** The lines without what a formatter may change: widths of columns, and blank lines. */
function content(page: string): string[] {
  const lines = page.split('\n').map((line) =>
    line
      .replaceAll(/\s*\|\s*/g, '|')
      .replaceAll(/-{3,}/g, '---')
      .trim(),
  );
  return lines.filter((line) => line !== '');
}
