import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { runCommand } from './stage/run-command.ts';

/** A temporary folder of the demo's own, so that whatever it leaves is seen. */
function ownFolder({ onTestFinished }: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'the-loop-e2e-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Processes that still work with something below the folder, by their command line or their working directory. */
function processesIn(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        // It ended while we looked.
        return '';
      }
    })
    .filter((commandLine) => commandLine.includes(folder));
}

describe.concurrent('the demo', () => {
  it('tells its stories, ends with a table, and leaves nothing behind', async (test) => {
    const folder = ownFolder(test);
    const { code, out, err } = await runCommand(['demo'], { TMPDIR: folder, HOME: folder });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^acme\/app#1 +3 +0 +work … complete$/m);
    expect(out).toMatch(/^acme\/app#2 +20 +3 +phase-selection … complete$/m);
    expect(out).toMatch(/^acme\/infra#1 +7 +0 +implementation … pr-approval → merged$/m);
    expect(out).toMatch(/^comments +\d+$/m);
    expect(out).toMatch(/^most at one boundary, reactions apart +[12]$/m);
    expect(out).toMatch(/^duplicate delivery +1 /m);
    expect(out).toMatch(/^not authorized +1 /m);
    // The pull request says so, and so does the comment on it when it is heard before the end.
    expect(out).toMatch(/^no such ticket +[12] /m);
    expect(out).toMatch(/^\d+\.\d s in all: ad-hoc task \d/m);
    expect(out).not.toContain('\u001B');
    expect(readdirSync(folder)).toEqual([]);
    expect(processesIn(folder)).toEqual([]);
  });

  it('with --keep leaves the folders and says where', async (test) => {
    const folder = ownFolder(test);
    const { code, out } = await runCommand(['demo', '--solo', '--keep'], { TMPDIR: folder, HOME: folder });
    expect(code).toBe(0);
    const left = /the folders are left at (\S+)/.exec(out)?.[1] ?? '';
    expect(path.dirname(left)).toBe(folder);
    expect(readdirSync(left)).toEqual(expect.arrayContaining(['daemon.log', 'git', 'state']));
    expect(processesIn(folder)).toEqual([]);
  });

  it('fails with one line when the story cannot end as told, and ends its processes', async (test) => {
    const folder = ownFolder(test);
    const script = path.join(folder, 'script.json');
    writeFileSync(script, JSON.stringify({ nodes: { 'requirements-definition': { mode: 'fail' } } }));
    const { code, out, err } = await runCommand(['demo', '--solo', '--agent-script', script], {
      TMPDIR: folder,
      HOME: folder,
    });
    expect(code).toBe(2);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain('the agent failed in github~acme~app~1:issue-1/requirements-definition#1');
    expect(out).toContain('the folders are left at');
    expect(processesIn(folder)).toEqual([]);
  });
});
