import { tmpdir } from 'node:os';
import { createProcessHost, startTimeOf } from '@the-loop/sessions';
import { type ProcessTable } from './instance-lock.ts';

/** The processes of this machine. */
export async function processTable(): Promise<ProcessTable> {
  const host = createProcessHost({ logRoot: tmpdir() });
  return {
    self: { pid: process.pid, startTime: await startTimeOf(process.pid) },
    probe: (pid, startTime) => host.probe(pid, startTime),
  };
}
