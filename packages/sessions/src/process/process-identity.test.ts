import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { endLeftovers, endProcessTree, familyOf } from './end-process-tree.ts';
import { probeProcess, startTimeOf } from './process-identity.ts';
import { lookUpProcess, type ProcessEntry, parsePs, parseStat } from './process-table.ts';

/** A node process that says "up" once `script` has run, in a session of its own. */
async function startChild(script: string) {
  const child = spawn(process.execPath, ['-e', `${script};console.log('up');setInterval(()=>{},1000)`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  return { child, leader: { pid, startTime: await startTimeOf(pid) } };
}

describe('a recorded process', () => {
  it('is running, and gone once it has ended', async () => {
    const { child, leader } = await startChild('');
    expect(await probeProcess(leader)).toBe('running');
    expect(await endProcessTree(leader, 2_000)).toBe('ended');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(await probeProcess(leader)).toBe('gone');
    expect(await endProcessTree(leader, 0)).toBe('gone');
  });

  it('A16, A25: with another start time is a stranger: gone, and never signalled', async () => {
    const { child, leader } = await startChild('');
    const stale = { ...leader, startTime: 'earlier' };
    expect(await probeProcess(stale)).toBe('gone');
    expect(await endProcessTree(stale, 0)).toBe('gone');
    expect(await probeProcess(leader)).toBe('running');
    child.kill('SIGKILL');
  });

  it('whose start time was never known is unknown, and not signalled either', async () => {
    const { child, leader } = await startChild('');
    const unsure = { ...leader, startTime: '' };
    expect(await probeProcess(unsure)).toBe('unknown');
    expect(await endProcessTree(unsure, 0)).toBe('refused');
    expect(await probeProcess(leader)).toBe('running');
    child.kill('SIGKILL');
  });

  it.each([0, 1, -1, -2, 1.5, Number.NaN, 2 ** 31])('A3: pid %s is never signalled', async (pid) => {
    expect(await endProcessTree({ pid, startTime: 'x' }, 0)).toBe('refused');
    expect(await probeProcess({ pid, startTime: 'x' })).toBe('gone');
    expect(await startTimeOf(pid)).toBe('');
  });

  it('that ignores SIGTERM is killed after the grace', async () => {
    const { leader } = await startChild(`process.on('SIGTERM',()=>{})`);
    expect(await endProcessTree(leader, 200)).toBe('killed');
  });

  it('takes its tools with it, even one in a session of its own', async () => {
    const tool = `const t=require('child_process').spawn(process.execPath,['-e','process.on("SIGTERM",()=>{});setInterval(()=>{},1000)'],{detached:true,stdio:'ignore'})`;
    const child = spawn(process.execPath, ['-e', `${tool};console.log(t.pid);setInterval(()=>{},1000)`], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    const toolIdentity = { pid, startTime: await startTimeOf(pid) };
    const leaderPid = child.pid ?? 0;
    await endProcessTree({ pid: leaderPid, startTime: await startTimeOf(leaderPid) }, 300);
    expect(await probeProcess(toolIdentity)).toBe('gone');
  });
});

it('ends what an ended leader left in its session', async () => {
  const child = spawn('/bin/sh', ['-c', 'sleep 300 >/dev/null 2>&1 & echo $!'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  if (child.exitCode === null) await once(child, 'exit');
  const left = Number(line.toString());
  expect(await lookUpProcess(left)).toMatchObject({ pid: left });
  expect(await endLeftovers(child.pid ?? 0, 1_000)).toBe(1);
  expect(await lookUpProcess(left)).not.toMatchObject({ ended: false });
});

it('ends nothing of a leader that still runs', async () => {
  const { child, leader } = await startChild('');
  expect(await endLeftovers(leader.pid, 0)).toBe(0);
  expect(await probeProcess(leader)).toBe('running');
  child.kill('SIGKILL');
});

describe('reading the system', () => {
  it('takes the fields after the last bracket, because a name may hold brackets and blanks', () => {
    const rest = Array.from({ length: 16 }, (_, index) => index).join(' ');
    expect(parseStat(`42 (a ) b (c) S 1 40 39 ${rest.split(' ').slice(0, 15).join(' ')} 777 0 0`, 'boot')).toEqual({
      pid: 42,
      parent: 1,
      group: 40,
      session: 39,
      startTime: 'boot:777',
      ended: false,
    });
    expect(parseStat('rubbish', 'boot')).toBeNull();
  });

  it('reads the lines of ps and leaves others out', () => {
    const entry = { pid: 5, parent: 1, group: 5, session: 0, ended: true, startTime: 'ps:Mon Jan 5 10:00:00 2026' };
    expect(parsePs('  5  1  5 Z+ Mon Jan  5 10:00:00 2026\nPID PPID\n\n')).toEqual([entry]);
  });

  it('finds the family through groups, sessions and parents of parents', () => {
    const entry = (...[pid, parent, group, session]: [number, number, number, number]): ProcessEntry => ({
      pid,
      parent,
      group,
      session,
      startTime: 's',
      ended: false,
    });
    const table = [
      entry(10, 1, 10, 10),
      entry(13, 12, 13, 13),
      entry(11, 1, 10, 10),
      entry(12, 11, 12, 12),
      entry(20, 1, 20, 20),
    ];
    const family = familyOf({ pid: 10, startTime: 's' }, table).map((one) => one.pid);
    expect(family.sort((a, b) => a - b)).toEqual([10, 11, 12, 13]);
  });
});
