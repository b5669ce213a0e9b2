import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { flood, type Shot, steady } from './fixtures/load.ts';
import { examplePayloads } from './fixtures/payloads.ts';
import { type BenchOptions, percentile, type Row, shown, summary } from './measure.ts';

const SECRET = 'a secret of the benchmark';
const CONNECTIONS = 32;

interface Receiver {
  readonly process: ChildProcess;
  readonly shot: Shot;
}

async function start(kind: 'bare' | 'durable', folder: string): Promise<Receiver> {
  const file = path.join(import.meta.dirname, 'receiver-server.ts');
  const child = spawn(process.execPath, [...process.execArgv, file, kind, SECRET, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const opened = examplePayloads().find(
    ({ event, payload }) => event === 'pull_request' && payload['action'] === 'opened',
  );
  const body = Buffer.from(opened?.text ?? '{}');
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  return { process: child, shot: { port: Number(port.toString()), body, signature } };
}

/** What does storing a delivery durably before the answer cost, beside a handler that only checks the signature? */
export async function receiverBench({ full }: BenchOptions): Promise<readonly Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'the-loop-bench-'));
  const [bare, durable] = await Promise.all([start('bare', folder), start('durable', folder)]);
  const ms = full ? 4_000 : 2_000;
  try {
    const rates = { bare: [] as number[], durable: [] as number[] };
    for (let round = 0; round < 3; round += 1) {
      rates.bare.push(await flood(bare.shot, CONNECTIONS, ms));
      rates.durable.push(await flood(durable.shot, CONNECTIONS, ms));
    }
    const [ours, theirs] = [summary(rates.durable).median, summary(rates.bare).median];
    const [slow, floor] = [await steady(durable.shot, 500, ms), await steady(bare.shot, 500, ms)];
    return [
      {
        what: `accept a signed delivery of ${shown(bare.shot.body.length)} B durably, ${CONNECTIONS} connections`,
        measured: `${shown(ours)}/s`,
        beside: `${shown(theirs)}/s for Fastify with HMAC alone (${shown((ours / theirs) * 100)} % of it)`,
        budget: '≥ 33 %',
      },
      {
        what: 'p99 at 500/s',
        measured: `${shown(percentile(slow, 0.99))} ms (p50 ${shown(percentile(slow, 0.5))} ms)`,
        beside: `${shown(percentile(floor, 0.99))} ms for the bare handler (p50 ${shown(percentile(floor, 0.5))} ms)`,
        budget: '< 15 ms',
      },
    ];
  } finally {
    bare.process.kill();
    durable.process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
