import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessIdentity } from '../process/process-identity.ts';
import { createProcessHost } from './create-process-host.ts';
import { type SessionHost, type TurnRequest } from './turn.ts';
import { readLogTail } from './turn-log.ts';

let root: string;
let host: SessionHost;
const signal = new AbortController().signal;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'the-loop-host-'));
  host = createProcessHost({ logRoot: join(root, 'logs'), graceMs: 300 });
});

afterEach(() => rm(root, { recursive: true, force: true }));

const turn = (script: string, more: Partial<TurnRequest> = {}): TurnRequest => ({
  endpoint: 'github~acme~app~7',
  turn: 'issue-7/design#1/entry',
  command: [process.execPath, '-e', script],
  stdin: 'prompt',
  prompt: 'do it\n',
  sessionId: '0b4f6f2e-6a3c-4f39-9a4f-0c8f3a4b5c6d',
  workItem: 'github:acme/app#7',
  cwd: root,
  environment: { PATH: process.env['PATH'] ?? '' },
  timeoutMs: 15_000,
  onStarted: () => Promise.resolve(),
  ...more,
});

const ECHO = 'process.stdin.on("data", (d) => process.stdout.write("got " + d))';

describe('a turn', () => {
  it('gives the prompt on stdin and tells status, last lines and log', async () => {
    const outcome = await host.run(turn(ECHO), signal);
    expect(outcome).toMatchObject({ kind: 'exited', code: 0, tail: 'got do it', leftovers: 0 });
    const logFile = 'logFile' in outcome ? outcome.logFile : '';
    expect(await readFile(logFile, 'utf8')).toBe('got do it\n');
    expect((await stat(logFile)).mode & 0o777).toBe(0o600);
    expect((await stat(join(root, 'logs'))).mode & 0o777).toBe(0o700);
  });

  it('records the process before it learns what to do', async () => {
    const order: string[] = [];
    let started: ProcessIdentity = { pid: 0, startTime: '' };
    const onStarted = async (identity: ProcessIdentity) => {
      started = identity;
      order.push(await host.probe(identity.pid, identity.startTime));
      order.push(await readFile(join(root, 'seen'), 'utf8').catch(() => 'nothing read yet'));
    };
    await host.run(
      turn(`process.stdin.on("data", (d) => require("fs").writeFileSync("seen", d))`, { onStarted }),
      signal,
    );
    expect(order).toEqual(['running', 'nothing read yet']);
    expect(await readFile(join(root, 'seen'), 'utf8')).toBe('do it\n');
    expect(await host.probe(started.pid, started.startTime)).toBe('gone');
  });

  it('ends the process when it cannot be recorded', async () => {
    let pid = 0;
    let startTime = '';
    const onStarted = (identity: ProcessIdentity) => {
      ({ pid, startTime } = identity);
      return Promise.reject(new Error('the disk is full'));
    };
    await expect(host.run(turn('setInterval(()=>{},1000)', { onStarted }), signal)).rejects.toThrow('the disk is full');
    expect(await host.probe(pid, startTime)).toBe('gone');
  });

  it('gives the prompt in a file of the owner’s, gone afterwards', async () => {
    const script =
      'const fs=require("fs");const f=process.argv[1];console.log(fs.readFileSync(f,"utf8").trim(), (fs.statSync(f).mode & 0o777).toString(8))';
    const command = [process.execPath, '-e', script, '{promptFile}'];
    expect(await host.run(turn('', { command, stdin: 'none' }), signal)).toMatchObject({
      kind: 'exited',
      tail: 'do it 600',
    });
    expect((await readdir(join(root, 'logs', 'github~acme~app~7'))).filter((name) => name.endsWith('.prompt'))).toEqual(
      [],
    );
  });

  it('carries a prompt of 200 kB that is in no argument', async () => {
    const prompt = 'x'.repeat(200_000);
    const script =
      'let n=0;process.stdin.on("data",(d)=>n+=d.length).on("end",()=>console.log(n, process.argv.join(" ").length < 1000))';
    expect(await host.run(turn(script, { prompt }), signal)).toMatchObject({ tail: '200000 true' });
  });

  it('does not mind an agent that reads nothing', async () => {
    expect(await host.run(turn('process.exit(3)', { prompt: 'x'.repeat(1_000_000) }), signal)).toMatchObject({
      kind: 'exited',
      code: 3,
    });
  });

  it('tells the signal that ended it', async () => {
    expect(await host.run(turn('process.kill(process.pid, "SIGKILL")'), signal)).toMatchObject({
      kind: 'signalled',
      signal: 'SIGKILL',
    });
  });

  it('shows the end of its own attempt only, at most 4 kB, without terminal sequences', async () => {
    await host.run(turn('console.log("first attempt")'), signal);
    const noisy =
      'for (let i=0;i<500;i++) console.log("line " + i + " " + "y".repeat(20)); console.log("\\u001b[31mred\\u001b[0m\\u0007 end")';
    const outcome = await host.run(turn(noisy), signal);
    const tail = 'tail' in outcome ? outcome.tail : '';
    expect(tail.length).toBeLessThanOrEqual(4096);
    expect(tail.startsWith('line ')).toBe(true);
    expect(tail.endsWith('red end')).toBe(true);
    expect(await host.run(turn('console.log("third")'), signal)).toMatchObject({ tail: 'third' });
  });

  it('passes exactly the given environment', async () => {
    const environment = { PATH: process.env['PATH'] ?? '', THE_LOOP_WORK_ITEM: 'github:acme/app#7' };
    const outcome = await host.run(
      turn('console.log(Object.keys(process.env).sort().join())', { environment }),
      signal,
    );
    expect(outcome).toMatchObject({ tail: 'PATH,THE_LOOP_WORK_ITEM' });
  });
});

describe('a turn that does not end', () => {
  const HANG = 'process.on("SIGTERM",()=>{});console.log("hanging");setInterval(()=>{},1000)';

  it('is ended at its time limit, SIGTERM or not', async () => {
    expect(await host.run(turn(HANG, { timeoutMs: 500 }), signal)).toMatchObject({
      kind: 'timeout',
      ended: 'killed',
      tail: 'hanging',
    });
  });

  it('is ended on abort, with everything it started', async () => {
    const stop = new AbortController();
    const file = join(root, 'tool');
    const script = `const t=require("child_process").spawn("sleep",["300"],{detached:true,stdio:"ignore"});require("fs").writeFileSync(${JSON.stringify(file)},String(t.pid));setInterval(()=>{},1000)`;
    const running = host.run(turn(script), stop.signal);
    const pid = await waitForNumber(file);
    stop.abort();
    expect(await running).toMatchObject({ kind: 'aborted', ended: 'ended' });
    expect(await host.probe(pid, '')).toBe('gone');
  });

  it('ends what the agent left running after its own end', async () => {
    const script = 'require("child_process").spawn("sleep",["300"],{stdio:"ignore"}).unref();process.exit(0)';
    expect(await host.run(turn(script), signal)).toMatchObject({ kind: 'exited', code: 0, leftovers: 1 });
  });
});

describe('a turn that cannot start', () => {
  it.each([
    ['cwd-missing', { cwd: '/no/such/folder' }],
    ['agent-missing', { command: ['no-such-agent'] }],
    ['refused', { environment: { A: 'b\0c' } }],
  ])('%s: says so and what to do', async (reason, more) => {
    expect(await host.run(turn('', more), signal)).toMatchObject({
      kind: 'not-started',
      reason,
      remedy: expect.stringMatching(/\w/),
    });
  });

  it('a file in the place of the folder is no folder', async () => {
    await writeFile(join(root, 'file'), '');
    expect(await host.run(turn('', { cwd: join(root, 'file') }), signal)).toMatchObject({ reason: 'cwd-missing' });
  });

  it.each([
    ['SESSION_LOG_NAME_INVALID', { endpoint: '../x' }],
    ['AGENT_COMMAND_INVALID', { command: [] }],
  ])('%s is a mistake of the caller', async (code, more) => {
    await expect(host.run(turn('', more), signal)).rejects.toThrow(expect.objectContaining({ code }));
  });
});

it('reads a tail in whole lines, and all of a single long one', async () => {
  const path = join(root, 'log');
  await writeFile(path, `${'a'.repeat(5_000)}\nend\n`);
  expect(await readLogTail(path)).toBe('end');
  await writeFile(path, 'b'.repeat(5_000));
  expect(await readLogTail(path)).toBe('b'.repeat(4_096));
});

async function waitForNumber(path: string): Promise<number> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text !== '') return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
