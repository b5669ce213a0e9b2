/** Compiles the bundle of the item commands by running it: what V8 compiles meanwhile is kept beside it. Usage: precompile.ts <bundle> <empty folder> */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeFile, openBundle } from '../src/bundle/open-bundle.ts';
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

/** What is called most, on a work item that has walked; nothing of it leaves this machine. */
const COMMAND_LINES: readonly (readonly string[])[] = [
  ['graph', 'show'],
  ['graph', 'start', 'item'],
  ['graph', 'force', 'item', '--to', 'human-approval', '--reason', 'precompile'],
  ['graph', 'status', 'item'],
  ['graph', 'status', 'item', '--json'],
  ['gate', 'show', 'item'],
  ['check', 'item'],
];

/** The source ends with its own digest from now on. */
function seal(file: string): void {
  appendFileSync(file, `\n//${createHash('sha256').update(readFileSync(file)).digest('hex')}`);
}

async function warm(bundle: ItemProgram, folder: string): Promise<void> {
  const specs = path.join(folder, 'docs/specs/item');
  mkdirSync(specs, { recursive: true });
  for (const name of ARTIFACTS) writeFileSync(path.join(specs, name), ARTIFACT);
  process.chdir(folder);
  for (const line of COMMAND_LINES) {
    process.exitCode = 0;
    await bundle.runItemProgram(line);
    if (process.exitCode === 2) throw new Error(`the-loop ${line.join(' ')} did not run`);
  }
  process.exitCode = 0;
}

const [file = '', folder = ''] = process.argv.slice(2).map((each) => path.resolve(each));
seal(file);
const bundle = openBundle(file);
await warm(bundle.evaluate() as ItemProgram, folder);
writeFileSync(codeFile(file), bundle.compiled());
