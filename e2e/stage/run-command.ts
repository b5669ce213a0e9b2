import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtPrograms } from './built-programs.ts';

interface CommandRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built `the-loop` with nothing of the environment but what is given and PATH. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const [program = '', ...first] = builtPrograms().command;
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  const child = spawn(program, [...first, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString('utf8');
  }) as [() => string, () => string];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: out(), err: err() };
}
