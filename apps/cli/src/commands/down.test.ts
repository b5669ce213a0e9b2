import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ProcessTable } from '@the-loop/service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stopService } from './down.ts';

let root: string;
let child: ChildProcess;
beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'down-'));
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")']);
  if (child.stdout !== null) await once(child.stdout, 'data');
  const info = { pid: child.pid, startTime: '', url: '', version: '1' };
  writeFileSync(path.join(root, 'service.json'), JSON.stringify(info));
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const isRunning = () => child.exitCode === null && child.signalCode === null;
const table = (probe: () => 'running' | 'gone' | 'unknown'): ProcessTable => ({
  self: { pid: 2, startTime: '' },
  probe: () => Promise.resolve(probe()),
});

describe('stopping the service', () => {
  it('signals the process that is known to be it', async () => {
    expect(
      await stopService(
        root,
        table(() => (isRunning() ? 'running' : 'gone')),
      ),
    ).toBe('stopped');
    expect(child.signalCode).toBe('SIGTERM');
  });

  it('does not signal a process that cannot be told from another', async () => {
    await expect(
      stopService(
        root,
        table(() => 'unknown'),
      ),
    ).rejects.toMatchObject({
      code: 'SERVICE_PROCESS_UNKNOWN',
      message: expect.stringContaining(String(child.pid)),
    });
    expect(isRunning()).toBe(true);
  });

  it('counts a process that ended before the signal as stopped', async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(
      await stopService(
        root,
        table(() => 'running'),
      ),
    ).toBe('stopped');
  });
});
