import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommandRunner } from './command-runner.ts';

const runner = createCommandRunner({ cwd: tmpdir(), env: { MARK: 'given' } });
const node = (script: string) => [process.execPath, '-e', script];

describe('the command runner', () => {
  it('answers the exit code and the last lines', async () => {
    const script = 'for (let i = 0; i < 30; i++) console.log(`line ${i}`); process.exitCode = 3';
    const answer = await runner.run(node(script), { timeoutMs: 10_000 });
    expect(answer).toMatchObject({ kind: 'exited', code: 3 });
    expect(answer.kind === 'exited' && [answer.tail.length, answer.tail.at(-1)]).toEqual([20, 'line 29']);
  });

  it('gives the command only the environment it was made with', async () => {
    const answer = await runner.run(
      node('console.log(Object.keys(process.env).filter((k) => !k.startsWith("__")).join())'),
      { timeoutMs: 10_000 },
    );
    expect(answer).toMatchObject({ tail: ['MARK'] });
  });

  it('ends a command that takes too long with everything it started', async () => {
    const script =
      "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); setInterval(() => {}, 1000)";
    expect(await runner.run(node(script), { timeoutMs: 300 })).toEqual({ kind: 'timeout' });
  });

  it('names a program that is not there', async () => {
    expect(await runner.run(['no-such-program-here'], { timeoutMs: 1_000 })).toEqual({ kind: 'not-found' });
  });

  it('starts no shell', async () => {
    expect(await runner.run(['echo hello; true'], { timeoutMs: 1_000 })).toEqual({ kind: 'not-found' });
  });

  it('ends with its caller', async () => {
    const controller = new AbortController();
    const bound = createCommandRunner({ cwd: tmpdir(), env: {}, signal: controller.signal });
    const running = bound.run(node('setInterval(() => {}, 1000)'), { timeoutMs: 10_000 });
    setTimeout(() => controller.abort(), 50);
    expect(await running).toMatchObject({ kind: 'exited' });
  });

  it('runs in the checkout of the loop that asks', async () => {
    const cwdOf = ({ pr }: { readonly pr?: number }) => Promise.resolve(pr === undefined ? tmpdir() : '/');
    const at = createCommandRunner({ cwd: tmpdir(), cwdOf, env: {} });
    const script = node('console.log(process.cwd())');
    const address = { id: 'issue-12', pr: 7 };
    expect(await at.run(script, { timeoutMs: 10_000, address })).toMatchObject({ tail: ['/'] });
    expect(await at.run(script, { timeoutMs: 10_000 })).not.toMatchObject({ tail: ['/'] });
  });

  it('names the files it runs on, whatever is staged, and not those of the item', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'tree-'));
    const env = { PATH: process.env['PATH'] ?? '', HOME: cwd };
    const at = createCommandRunner({ cwd, env });
    const tree = () => at.tree?.({ without: 'docs/specs/issue-12' });
    expect(await tree()).toBe('');
    await at.run(['git', 'init', '--quiet'], { timeoutMs: 10_000 });
    writeFileSync(join(cwd, 'a.txt'), 'a');
    const before = await tree();
    expect(before).toMatch(/^[0-9a-f]{40}$/);
    mkdirSync(join(cwd, 'docs/specs/issue-12'), { recursive: true });
    writeFileSync(join(cwd, 'docs/specs/issue-12/graph-state.json'), '{}');
    expect(await tree()).toBe(before);
    writeFileSync(join(cwd, 'a.txt'), 'b');
    expect(await tree()).not.toBe(before);
    expect(await at.run(['git', 'diff', '--cached', '--quiet'], { timeoutMs: 10_000 })).toMatchObject({ code: 0 });
    rmSync(cwd, { recursive: true });
  });
});
