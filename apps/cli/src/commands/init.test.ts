import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CommandLine } from '../io.ts';
import { type Printed, testLine } from '../testing/test-line.ts';
import { configCommand } from './config-check.ts';
import { initCommand } from './init.ts';

let folder: string;
let repo: string;
let printed: Printed;
let line: CommandLine;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'the-loop-init-')));
  repo = path.join(folder, 'app');
  execFileSync('git', ['init', '-q', repo]);
  execFileSync('git', ['-C', repo, 'remote', 'add', 'origin', 'git@github.com:octo/app.git']);
  ({ line, printed } = testLine({ env: { THE_LOOP_STATE: path.join(folder, 'state') }, cwd: repo, home: folder }));
});
afterEach(async () => {
  process.exitCode = 0;
  await rm(folder, { recursive: true });
});

const harnessFile = () => path.join(repo, '.the-loop/harness-config.yaml');
const operatorFile = () => path.join(folder, 'state/config.yaml');

async function init(...args: string[]): Promise<string> {
  printed.out = '';
  await initCommand(line).exitOverride().parseAsync(args, { from: 'user' });
  return printed.out;
}

it('sets up a repository and a machine, then changes nothing and says so', async () => {
  const first = await init('--authorized-user', 'octocat', '--agent', 'claude');
  expect(first).toContain(`wrote     ${harnessFile()}`);
  expect(await readFile(harnessFile(), 'utf8')).toContain("owner: 'octo'");
  expect((await stat(operatorFile())).mode & 0o777).toBe(0o600);
  const before = await readFile(operatorFile(), 'utf8');
  expect(await init()).toContain('nothing was changed');
  expect(await readFile(operatorFile(), 'utf8')).toBe(before);
});

it('answers with one JSON object', async () => {
  expect(JSON.parse(await init('--json'))).toMatchObject({
    verb: 'init',
    exitCode: 0,
    result: {
      files: [
        { about: 'repository', change: 'create' },
        { about: 'machine', change: 'create' },
      ],
    },
  });
});

it('changes the operator file where a later run is asked to, and keeps its mode', async () => {
  await init();
  expect(await init('--shared-identity', 'accept')).toContain(`changed   ${operatorFile()}`);
  expect(await readFile(operatorFile(), 'utf8')).toContain('sharedIdentity: accept');
  expect((await stat(operatorFile())).mode & 0o777).toBe(0o600);
});

it('never overwrites a harness configuration', async () => {
  await mkdir(path.dirname(harnessFile()));
  await writeFile(harnessFile(), 'guidance: mine\n');
  await init('--owner', 'other', '--repo-name', 'other');
  expect(await readFile(harnessFile(), 'utf8')).toBe('guidance: mine\n');
});

it('20-hooks A28: refuses when .the-loop leads out of the checkout, before anything is written', async () => {
  await mkdir(path.join(folder, 'elsewhere'));
  await symlink(path.join(folder, 'elsewhere'), path.join(repo, '.the-loop'));
  await expect(init()).rejects.toMatchObject({ code: 'INIT_LEADS_OUT' });
  await expect(stat(operatorFile())).rejects.toMatchObject({ code: 'ENOENT' });
});

it('refuses a harness file that is a link to nowhere', async () => {
  await mkdir(path.dirname(harnessFile()));
  await symlink(path.join(folder, 'missing'), harnessFile());
  await expect(init()).rejects.toMatchObject({ code: 'INIT_LEADS_OUT' });
});

it.each([
  [['--owner', 'octo'], 'INIT_USAGE'],
  [['--owner', '../x', '--repo-name', 'app'], 'INIT_USAGE'],
  [['--authorized-user', '@octocat'], 'INIT_USAGE'],
  [['--agent', 'nobody'], 'INIT_AGENT_UNKNOWN'],
  [['--shared-identity', 'maybe'], 'commander.invalidArgument'],
])('refuses %j with %s', async (args, code) => {
  await expect(init(...args)).rejects.toMatchObject({ code });
});

it('sets up only the machine outside of a checkout', async () => {
  expect(await init('--repo', folder)).toContain('no git checkout');
});

it('config check says where it looked for no harness configuration', async () => {
  printed.out = '';
  await configCommand(line).parseAsync(['check', '--repo', folder], { from: 'user' });
  expect(printed.out).toContain(`${folder}: no git checkout`);
  expect(process.exitCode).toBe(0);
});

it('config check names every problem with its line, and is content with what init wrote', async () => {
  await init('--agent', 'codex');
  const check = async () => {
    printed.out = '';
    await configCommand(line).parseAsync(['check'], { from: 'user' });
    return printed.out;
  };
  const missing = 'codex, the program of the agent codex, was not found; install it, or change sessions.agent';
  expect(await check()).toBe(
    `${operatorFile()}: valid\n  warning: no turn will start: ${missing}\n${harnessFile()}: valid\n`,
  );
  await writeFile(path.join(folder, 'codex'), '', { mode: 0o755 });
  line = { ...line, env: { ...line.env, PATH: folder } };
  expect(await check()).toBe(`${operatorFile()}: valid\n${harnessFile()}: valid\n`);
  expect(process.exitCode).toBe(0);
  await writeFile(operatorFile(), 'service:\n  port: no\nrouting:\n  spawn: perhaps\n');
  const found = await check();
  expect(found).toContain('config.yaml:2:');
  expect(found).toContain('config.yaml:4:');
  expect(process.exitCode).toBe(1);
});
