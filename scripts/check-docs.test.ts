import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

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

/** Imports one file after another, and writes what each threw. */
const IMPORT_ALL = `
import { appendFileSync } from 'node:fs';
const [verdicts, files] = process.argv.slice(1);
for (const [title, file] of JSON.parse(files)) {
  const fault = await import(file).then(() => '', (fault) => String(fault?.stack ?? fault));
  appendFileSync(verdicts, JSON.stringify([title, fault]) + '\\n');
}
`;

interface Outcome {
  /** What each threw, by title; empty for nothing. */
  readonly faults: Readonly<Record<string, string>>;
  /** How the process failed after all, such as by what an example did too late to throw it; empty for a good end. */
  readonly end: string;
}

/** Runs examples where readers would put them, in one process of Node.js. */
async function runExamples(examples: readonly Example[]): Promise<Outcome> {
  const files = examples.map(({ title, directory, code }) => {
    const file = path.join(root, directory, `${title.replaceAll(/\W+/g, '-')}.tmp.ts`);
    writeFileSync(file, code);
    return [title, file] as const;
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'the-loop-examples-'));
  const verdicts = path.join(folder, 'verdicts');
  try {
    const how = ['--conditions=@the-loop/source', '--import', 'tsx', '--input-type=module', '--eval', IMPORT_ALL];
    const asked = [...how, verdicts, JSON.stringify(files)];
    writeFileSync(verdicts, '');
    const ran = run(process.execPath, asked, { cwd: root, timeout: 60_000 });
    const end = await ran.then(
      () => '',
      (fault: unknown) => String(fault),
    );
    const lines = readFileSync(verdicts, 'utf8').split('\n').filter(Boolean);
    const said = Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, string]));
    const faults = examples.map(({ title }) => [title, said[title] ?? `the process ended before it: ${end}`]);
    return { faults: Object.fromEntries(faults) as Outcome['faults'], end };
  } finally {
    for (const [, file] of files) rmSync(file, { force: true });
    rmSync(folder, { recursive: true });
  }
}

const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);

describe('package READMEs', () => {
  it.each(packages)('%s has one, with an example', (directory) => {
    expect(examplesOf(directory).length).toBeGreaterThan(0);
  });

  const examples = packages.flatMap(examplesOf);
  let outcome: Outcome;

  beforeAll(async () => {
    outcome = await runExamples(examples);
  }, 65_000);

  it.each(examples)('$title runs', ({ title }) => {
    expect(outcome.faults[title]).toBe('');
  });

  it('have examples that end well, also after their last line', () => {
    expect(outcome.end).toBe('');
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
