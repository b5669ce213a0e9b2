import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);

interface Example {
  readonly title: string;
  readonly directory: string;
  readonly code: string;
}

function examplesOf(directory: string): Example[] {
  const readme = path.join(root, directory, 'README.md');
  if (!existsSync(readme)) return [];
  const blocks = readFileSync(readme, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms);
  return [...blocks].map(([, code = ''], index) => ({ title: `${directory} example ${index + 1}`, directory, code }));
}

const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);

describe('package READMEs', () => {
  it.each(packages)('%s has one, with an example', (directory) => {
    expect(examplesOf(directory).length).toBeGreaterThan(0);
  });

  it.each(packages.flatMap(examplesOf))('$title runs', async ({ title, directory, code }) => {
    const file = path.join(root, directory, `${title.replaceAll(/\W+/g, '-')}.tmp.ts`);
    writeFileSync(file, code);
    try {
      await run(process.execPath, ['--conditions=@the-loop/source', '--import', 'tsx', file], {
        cwd: root,
        timeout: 60_000,
      });
    } finally {
      rmSync(file, { force: true });
    }
  });
});

describe('decision records', () => {
  const records = readdirSync(path.join(root, 'docs/adr')).filter((file) => file.endsWith('.md'));

  it('have unique, four-digit numbers', () => {
    const numbers = records.map((file) => file.slice(0, 4));
    expect(numbers.every((number) => /^\d{4}$/.test(number))).toBe(true);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(records)('%s has the headings of a record', (file) => {
    const text = readFileSync(path.join(root, 'docs/adr', file), 'utf8');
    for (const heading of ['Status:', '## Context', '## Decision', '## Rejected', '## Consequences'])
      expect(text).toContain(heading);
  });
});

describe('links between documents', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file}`),
    ...['cli', 'daemon'].map((name) => `apps/${name}/README.md`),
  ];

  it.each(documents.filter((file) => existsSync(path.join(root, file))))(
    '%s points only at files that exist',
    (file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target);
      expect(targets.filter((target) => !existsSync(path.resolve(root, path.dirname(file), target)))).toEqual([]);
    },
  );
});
