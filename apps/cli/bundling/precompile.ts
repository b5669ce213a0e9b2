/** Compiles the bundle of the item commands by running it: what V8 compiles meanwhile is kept beside it. Usage: precompile.ts prepare|compile <bundle> <folder> */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Bundle, codeFile, openBundle } from '../src/bundle/open-bundle.ts';
import type * as itemProgram from '../src/item-program.ts';

type ItemProgram = typeof itemProgram;

const ARTIFACT = `---
status: ready
---

# Title

## Section

- [x] done
- [ ] open, with \`code\`, a [link](https://example.com) and *emphasis*

\`\`\`mermaid
graph TD
\`\`\`

| a | b |
| - | - |
| 1 | 2 |
`;
const ARTIFACTS = ['brainstorm.md', 'requirements.md', 'design.md', 'testing-plan.md', 'tasks.md', 'execution-log.md'];

/** Makes a work item that has walked; in a process of its own, so that none of it is compiled into what is kept. */
const PREPARING: readonly (readonly string[])[] = [
  ['graph', 'start', 'item'],
  ['graph', 'force', 'item', '--to', 'human-approval', '--reason', 'precompile'],
];
/** What is called most. Nothing of it leaves this machine. */
const COMPILED: readonly (readonly string[])[] = [
  ['graph', 'show'],
  ['graph', 'status', 'item'],
  ['graph', 'status', 'item', '--json'],
  ['check', 'item'],
];

/** The source ends with its own digest from now on. */
function seal(file: string): void {
  appendFileSync(file, `\n//${createHash('sha256').update(readFileSync(file)).digest('hex')}`);
}

async function run(bundle: Bundle, lines: readonly (readonly string[])[]): Promise<void> {
  const { runItemProgram } = bundle.evaluate() as ItemProgram;
  for (const line of lines) {
    process.exitCode = 0;
    await runItemProgram(line);
    if (process.exitCode === 2) throw new Error(`the-loop ${line.join(' ')} did not run`);
  }
  process.exitCode = 0;
}

async function prepare(file: string, folder: string): Promise<void> {
  const specs = path.join(folder, 'docs/specs/item');
  mkdirSync(specs, { recursive: true });
  for (const name of ARTIFACTS) writeFileSync(path.join(specs, name), ARTIFACT);
  process.chdir(folder);
  await run(openBundle(file), PREPARING);
}

async function compile(file: string, folder: string): Promise<void> {
  process.chdir(folder);
  seal(file);
  const bundle = openBundle(file);
  await run(bundle, COMPILED);
  writeFileSync(codeFile(file), bundle.compiled());
}

const [step = '', ...paths] = process.argv.slice(2);
const [file = '', folder = ''] = paths.map((each) => path.resolve(each));
await (step === 'prepare' ? prepare(file, folder) : compile(file, folder));
