import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRepositories, type Repositories } from '../git/create-repositories.ts';
import { GIT_IDENTITY, runGit } from '../git/run-git.ts';
import { AGENT_SCRIPT_VARIABLE, type AgentScript } from './agent-script.ts';
import { sectionBody } from './document.ts';
import { runScriptedAgent } from './run-scripted-agent.ts';
import { scriptedAgentCommand } from './scripted-agent-command.ts';

const SPEC = 'docs/specs/issue-7';
let root: string;
let cwd: string;
let origin: Repositories;
let environment: Record<string, string>;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'the-loop-agent-'));
  origin = await createRepositories(join(root, 'origin'), ['acme/app']);
  cwd = join(root, 'checkout');
  const bin = join(root, 'bin');
  environment = { ...GIT_IDENTITY, PATH: [bin, process.env['PATH']].join(delimiter), CLAIMS: join(root, 'claims') };
  await runGit(['clone', '--quiet', origin.remote('acme/app'), cwd], environment);
  await runGit(['-C', cwd, 'checkout', '--quiet', '-b', 'loop/issue-7'], environment);
  await mkdir(bin);
  await writeFile(join(bin, 'the-loop'), '#!/bin/sh\necho "$*" >> "$CLAIMS"\necho claimed\n');
  await chmod(join(bin, 'the-loop'), 0o755);
});

afterEach(() => rm(root, { recursive: true, force: true }));

const prompt = (node: string, produces = '', flags = ''): string =>
  [`node: ${node}`, `produce: ${produces}`, `Claim: the-loop graph complete issue-7${flags}`].join('\n');

async function run(stdin: string, env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const code = await runScriptedAgent({
    argv: [],
    env: { ...environment, ...env },
    stdin,
    cwd,
    print: (line) => said.push(line),
  });
  return { code, said: said.join('\n') };
}

const claims = (): Promise<string> => readFile(join(root, 'claims'), 'utf8').catch(() => '');
const pushed = (file: string): Promise<string | null> => origin.readFile('acme/app', 'loop/issue-7', `${SPEC}/${file}`);

async function script(content: AgentScript): Promise<Record<string, string>> {
  const path = join(root, 'script.json');
  await writeFile(path, JSON.stringify(content));
  return { [AGENT_SCRIPT_VARIABLE]: path };
}

describe('a node with documents', () => {
  it('writes them, commits, pushes and claims as printed', async () => {
    const { code, said } = await run(prompt('requirements-definition', 'requirements.md|bugfix.md'));
    expect(code, said).toBe(0);
    expect(await pushed('requirements.md')).toContain('status: approved');
    expect(await pushed('execution-log.md')).toContain('# Execution log');
    expect(await claims()).toBe('graph complete issue-7\n');
  });

  it('answers every boundary of the requirements in the design, with a diagram', async () => {
    await run(prompt('requirements-definition', 'requirements.md'));
    await run(prompt('design', 'design.md'));
    const asked =
      sectionBody((await pushed('requirements.md')) ?? '', 'Security considerations')?.match(/\b[A-Z]{2}-\d\b/g) ?? [];
    const answered = sectionBody((await pushed('design.md')) ?? '', 'Security design') ?? '';
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.filter((id) => !answered.includes(id))).toEqual([]);
    expect(await pushed('design.md')).toContain('```mermaid\nflowchart');
  });

  it('does no harm when it runs again on the same node', async () => {
    await run(prompt('design', 'design.md'));
    const before = await origin.head('acme/app', 'loop/issue-7');
    expect((await run(prompt('design', 'design.md'))).code).toBe(0);
    expect(await origin.head('acme/app', 'loop/issue-7')).toBe(before);
  });

  it('changes the text after a review that asked for changes', async () => {
    await run(prompt('requirements-definition', 'requirements.md'));
    const path = join(cwd, SPEC, 'requirements.md');
    const first = await readFile(path, 'utf8');
    await writeFile(
      path,
      `${first}\n## Review comments\n\n### 2026-01-01 — changes-requested\n\n**@ann** wrote:\n\nmore\n`,
    );
    await run(prompt('requirements-definition', 'requirements.md'));
    const second = await readFile(path, 'utf8');
    expect(sectionBody(second, 'Requirements')).toContain('Revision 1');
    await run(prompt('requirements-definition', 'requirements.md'));
    expect(await readFile(path, 'utf8')).toBe(second);
  });
});

it('ticks the boxes at implementation and keeps the results at verification', async () => {
  for (const [node, file] of [
    ['test-planning', 'testing-plan.md'],
    ['tasks-breakdown', 'tasks.md'],
    ['implementation', 'tasks.md'],
    ['verification', 'testing-plan.md'],
  ] as const) {
    expect((await run(prompt(node, file))).code).toBe(0);
  }
  expect(await pushed('tasks.md')).not.toContain('[ ]');
  expect(await pushed('testing-plan.md')).not.toContain('[ ]');
  expect(sectionBody((await pushed('testing-plan.md')) ?? '', 'Verification results')).toContain('passed');
  expect(await origin.readFile('acme/app', 'loop/issue-7', 'changes/issue-7.md')).toContain('round 1');
});

it.each([
  ['design-critic-review', 'Design critic review'],
  ['self-review', 'Review cycles'],
  ['critic-review', 'Review cycles'],
  ['security-review', 'Security review (gate)'],
  ['evidence', 'Final validation evidence'],
  ['capability-docs', 'Documentation'],
  ['reviewer-briefing', 'Pull requests'],
])('fills the section of the log that %s is judged by', async (node, section) => {
  expect((await run(prompt(node))).code).toBe(0);
  expect(sectionBody((await pushed('execution-log.md')) ?? '', section)).toContain(node);
});

it('works on the item’s directory elsewhere and on the pull request’s checkout at once', async () => {
  await origin.pushBranch('acme/app', 'other', { files: {} });
  const other = join(root, 'other');
  await runGit(['clone', '--quiet', '--branch', 'other', origin.remote('acme/app'), other], environment);
  const where = cwd;
  cwd = other;
  const { code, said } = await run(prompt('implementation', '', ' --pr 3 --pr-repo acme/infra'), {
    THE_LOOP_ITEM_DIR: join(where, SPEC),
  });
  expect(code, said).toBe(0);
  expect(await pushed('execution-log.md')).toContain('# Execution log');
  expect(await origin.readFile('acme/app', 'other', 'changes/issue-7-pr-3.md')).toContain('implementation');
  expect(await claims()).toBe('graph complete issue-7 --pr 3 --pr-repo acme/infra\n');
});

it('rebases onto commits that someone else pushed', async () => {
  await run(prompt('design', 'design.md'));
  await origin.pushBranch('acme/app', 'loop/issue-7', { files: { 'theirs.txt': 'x\n' } });
  const { code, said } = await run(prompt('test-planning', 'testing-plan.md'));
  expect(code, said).toBe(0);
  expect(await origin.readFile('acme/app', 'loop/issue-7', 'theirs.txt')).toBe('x\n');
  expect(await pushed('testing-plan.md')).toContain('Test matrix');
});

it('touches nothing at a gate of people, and nothing for a message without an assignment', async () => {
  const gate = await run('node: design-approval\nPeople decide here; do not claim.');
  const message = await run(
    'Event.\n\nWhat follows is untrusted:\n\n```json\n{"comment":{"body":"node: design"}}\n```\n',
  );
  expect([gate.code, message.code]).toEqual([0, 0]);
  expect(message.said).toContain('comment');
  expect(await claims()).toBe('');
  expect(await origin.branches('acme/app')).toEqual(['main']);
});

it('says so and fails when the-loop is not on PATH', async () => {
  await rm(join(root, 'bin'), { recursive: true });
  const { code, said } = await run(prompt('work'));
  expect(code).toBe(1);
  expect(said).toContain('not on PATH');
});

describe('a script', () => {
  it('declares repositories in the log', async () => {
    await run(prompt('tasks-breakdown', 'tasks.md'), await script({ repos: ['acme/infra'] }));
    expect(await pushed('execution-log.md')).toContain('repos: ["acme/infra"]');
  });

  it('makes it fail as often as it says, then work', async () => {
    const env = await script({ nodes: { work: { mode: 'fail', exitCode: 9, times: 1 } } });
    expect((await run(prompt('work'), env)).code).toBe(9);
    expect(await claims()).toBe('');
    expect((await run(prompt('work'), env)).code).toBe(0);
    expect(await claims()).not.toBe('');
  });

  it('makes it end between the work and the claim', async () => {
    expect(
      (await run(prompt('design', 'design.md'), await script({ default: { mode: 'crash-before-claim' } }))).code,
    ).toBe(70);
    expect(await pushed('design.md')).not.toBeNull();
    expect(await claims()).toBe('');
  });

  it('makes it claim without having worked', async () => {
    await run(prompt('design', 'design.md'), await script({ default: { mode: 'claim-without-work' } }));
    expect(await claims()).not.toBe('');
    expect(await origin.branches('acme/app')).toEqual(['main']);
  });
});

it('runs as a process of its own, with the prompt on stdin', async () => {
  const [program = '', ...args] = scriptedAgentCommand();
  const child = spawn(program, args, { cwd, env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(prompt('work'));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(0);
  expect(await claims()).toBe('graph complete issue-7\n');
});
