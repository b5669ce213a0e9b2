import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CommandLine } from '../io.ts';
import { type Printed, testLine } from '../testing/test-line.ts';
import { statusCommand } from './status.ts';

let folder: string;
let printed: Printed;
let line: CommandLine;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'the-loop-status-'));
  await writeFile(path.join(folder, 'config.yaml'), 'version: 1\nsessions: {agent: codex}\n');
  ({ line, printed } = testLine({ env: { THE_LOOP_STATE: folder, PATH: folder }, cwd: folder, home: folder }));
});
afterEach(async () => {
  process.exitCode = 0;
  await rm(folder, { recursive: true });
});

async function status(...args: string[]): Promise<string> {
  printed.out = '';
  await statusCommand(line).parseAsync(args, { from: 'user' });
  return printed.out;
}

it('names an agent program that is not there, and what to do, whether or not a service runs', async () => {
  expect(await status()).toBe(
    'no service runs; start it with: the-loop up\n' +
      'no turn will start: codex, the program of the agent codex, was not found; install it, or change sessions.agent\n',
  );
  expect(JSON.parse(await status('--json'))).toMatchObject({
    result: { missingAgent: 'codex, the program of the agent codex, was not found' },
  });
});

it('says nothing of a program that is there', async () => {
  await writeFile(path.join(folder, 'codex'), '');
  await chmod(path.join(folder, 'codex'), 0o755);
  expect(await status()).toBe('no service runs; start it with: the-loop up\n');
});
