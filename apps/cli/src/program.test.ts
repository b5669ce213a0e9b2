import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '@the-loop/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runProgram } from './program.ts';
import { testLine } from './testing/test-line.ts';

interface Ended {
  readonly out: string;
  readonly err: string;
  readonly exitCode: typeof process.exitCode;
}

let folder: string;
let repo: string;
let exitCode: typeof process.exitCode;
beforeEach(() => {
  exitCode = process.exitCode;
  folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
  repo = path.join(folder, 'repo');
  mkdirSync(repo);
});
afterEach(() => {
  process.exitCode = exitCode;
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command line of a person without a home, a token or a service. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const own = { PATH: process.env['PATH'], HOME: folder, THE_LOOP_STATE: path.join(folder, 'state') };
  const { line, printed } = testLine({ env: { ...own, ...env }, cwd: repo, home: folder });
  process.exitCode = undefined;
  await runProgram(args, line);
  return { ...printed, exitCode: process.exitCode };
}

function file(name: string, content: string): string {
  const at = path.join(folder, name);
  writeFileSync(at, content);
  return at;
}

describe('what cannot run', () => {
  it.each<[string, readonly string[], RegExp, RegExp]>([
    ['an unknown command', ['fly'], /unknown command 'fly'/, /the-loop --help/],
    ['an unknown verb', ['graph', 'fly'], /unknown command 'fly'/, /the-loop graph --help/],
    ['an unknown option', ['graph', 'status', 'issue-1', '--fast'], /unknown option '--fast'/, /graph status --help/],
    ['a missing argument', ['graph', 'status'], /missing required argument 'item'/, /graph status --help/],
    [
      'a bad number',
      ['graph', 'status', 'issue-1', '--pr', 'x'],
      /'--pr <number>' .*'x'.* whole number/,
      /graph status --help/,
    ],
    ['a number out of range', ['graph', 'status', 'issue-1', '--pr', '0'], /pr: /, /graph status --help/],
    ['a bad id', ['graph', 'status', '../../../evil'], /item: a work item id/, /graph status --help/],
    ['a missing configuration', ['graph', 'status', 'issue-1', '--config', 'none.yaml'], /none\.yaml/, /\S/],
    ['an unreadable configuration', ['graph', 'status', 'issue-1', '--config', '.'], /\S/, /\S/],
    ['a reason that is missing', ['graph', 'force', 'issue-1', '--to', 'work'], /pass --reason/, /graph force --help/],
    ['a loop that is none', ['graph', 'show', '--loop', 'nothing'], /nothing/, /\S/],
    ['events of a service that never ran', ['events'], /no service has run/, /the-loop up/],
    ['an age that is none', ['events', '--since', 'yesterday'], /\S/, /\S/],
  ])('is told in one line with its fix, and exits 2: %s', async (...[, args, what, fix]) => {
    const { out, err, exitCode: code } = await run(args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/^error: [^\n]+ — to fix it: [^\n]+\n$/);
    const [problem = '', remedy = ''] = err.split(' — to fix it: ');
    expect(problem).toMatch(what);
    expect(remedy).toMatch(fix);
    expect(err).not.toContain('unexpected fault');
    expect(readdirSync(repo)).toEqual([]);
  });

  it('names the place of a mistake in a configuration', async () => {
    const config = file('config.yaml', 'service:\n  port: many\n');
    const { err, exitCode: code } = await run(['graph', 'status', 'issue-1', '--config', config]);
    expect(err).toMatch(/^error: [^\n]*config\.yaml[^\n]*2[^\n]* — to fix it: [^\n]+\n$/);
    expect(code).toBe(2);
  });

  it('A19, A24: is whatever only people may do, for an agent', async () => {
    for (const args of [
      ['graph', 'force', 'issue-1', '--to', 'work', '--reason', 'r'],
      ['graph', 'skip', 'issue-1', '--node', 'design', '--reason', 'r'],
      ['gate', 'answer', 'issue-1', 'approve'],
    ]) {
      const { err, exitCode: code } = await run(args, { THE_LOOP_TOKEN: 'tla_x' });
      expect(err).toMatch(/^error: an agent cannot .+ \(OPERATION_AGENT_REFUSED\) — to fix it: .+\n$/);
      expect(code).toBe(2);
    }
    expect(readdirSync(repo)).toEqual([]);
  });

  it.each(['init', 'up', 'down', 'restart'])('A19: is %s, for an agent', async (command) => {
    const { err, exitCode: code } = await run([command], {
      THE_LOOP_TOKEN: 'tla_x',
      THE_LOOP_URL: 'http://127.0.0.1:9',
    });
    expect(err).toMatch(/^error: an agent cannot .+ \(OPERATION_AGENT_REFUSED\)/);
    expect(code).toBe(2);
    expect(readdirSync(folder)).toEqual(['repo']);
  });
});

describe('help and version', () => {
  it('are no faults', async () => {
    const help = await run(['graph', 'force', '--help']);
    expect(help).toMatchObject({ err: '', exitCode: 0 });
    expect(help.out).toContain('--reason <text>');
    const shown = await run(['--version']);
    expect(shown).toMatchObject({ out: 'the-loop dev\n', err: '', exitCode: 0 });
  });

  it.each([
    [['help', 'gate', 'answer'], '--criterion <text>'],
    [['help', 'check'], '--require-confirmed'],
    [['help'], 'graph'],
  ])('are reached with %j', async (args, text) => {
    const help = await run(args);
    expect(help).toMatchObject({ err: '', exitCode: 0 });
    expect(help.out).toContain(text);
  });

  it('a group without a verb shows its help and exits 2', async () => {
    const { err, exitCode: code } = await run(['graph']);
    expect(err).toContain('status');
    expect(code).toBe(2);
  });
});

describe('events of verbs at a terminal', () => {
  const eventsOf = async (...args: string[]) =>
    (JSON.parse((await run(['events', '--json', ...args])).out) as { result: { events: { event: string }[] } }).result
      .events;
  const left = () => path.join(folder, 'state/verb-events.ndjson');

  it('are listed where no service has run, degradations among them', async () => {
    await run(['graph', 'start', 'issue-1']);
    await vi.waitFor(() => expect(readFileSync(left(), 'utf8')).toContain('graph.hook_degraded'));
    expect(await eventsOf('--type', 'graph.hook_degraded', '--level', 'warning')).toMatchObject([
      { source: 'cli', work_item: expect.any(String), hook: expect.any(String) },
      { source: 'cli' },
    ]);
    expect((await eventsOf()).map(({ event }) => event)).toContain('graph.started');
    expect(await eventsOf()).toEqual(await eventsOf());
  });

  it('are in the log of a service that has run, each once, whole lines only', async () => {
    await run(['graph', 'start', 'issue-1']);
    await vi.waitFor(() => expect(readFileSync(left(), 'utf8')).toContain('graph.started'));
    appendFileSync(left(), '{"ts":"2026-01-01T00:00:00.000Z","event":"gr');
    const store = await openStore({ path: path.join(folder, 'state/the-loop.db'), now: () => new Date() });
    await store.close();
    const first = await eventsOf('--type', 'graph.started');
    expect(first).toHaveLength(1);
    expect(existsSync(left())).toBe(false);
    expect(await eventsOf('--type', 'graph.started')).toEqual(first);
  });

  it('are none for a look', async () => {
    await run(['graph', 'status', 'issue-1']);
    await run(['graph', 'start', 'issue-1', '--pr', 'x']);
    expect(existsSync(left())).toBe(false);
  });
});

describe('--json', () => {
  const started = ['graph', 'start', 'issue-1'];

  it.each<[string, readonly string[]]>([
    ['graph.show', ['graph', 'show']],
    ['graph.show', ['graph', 'show', 'issue-1']],
    ['graph.status', ['graph', 'status', 'issue-1']],
    ['graph.start', ['graph', 'start', 'issue-2']],
    ['graph.advance', ['graph', 'advance', 'issue-1']],
    ['graph.complete', ['graph', 'complete', 'issue-1']],
    ['graph.run', ['graph', 'run', 'issue-1', '--dry-run']],
    ['graph.skip', ['graph', 'skip', 'issue-1', '--node', 'design', '--reason', 'r']],
    ['graph.unskip', ['graph', 'unskip', 'issue-1', '--node', 'design', '--reason', 'r']],
    ['graph.force', ['graph', 'force', 'issue-1', '--to', 'design', '--reason', 'r']],
    ['graph.abandon', ['graph', 'abandon', 'issue-1', '--pr', '7', '--reason', 'r']],
    ['graph.migrate', ['graph', 'migrate', 'issue-1', '--to', 'pdlc-work-item-loop', '--dry-run']],
    ['gate.show', ['gate', 'show', 'issue-1']],
    ['gate.answer', ['gate', 'answer', 'issue-1', 'select', '--skip', 'design']],
    ['check', ['check', 'issue-1']],
    ['check', ['check', '--all']],
  ])('%s prints one object with verb, exit code and result (%j)', async (verb, args) => {
    await run(started);
    if (verb === 'graph.abandon') await run([...started, '--pr', '7']);
    const { out, err, exitCode: code } = await run([...args, '--json']);
    const printed = JSON.parse(out) as Record<string, unknown>;
    expect(Object.keys(printed)).toEqual(['verb', 'exitCode', 'result']);
    expect(printed).toMatchObject({ verb, exitCode: code });
    expect(out).toMatch(/^[^\n]+\n$/);
    expect([0, 1, 2]).toContain(code);
    expect(err).toBe('');
  });
});
