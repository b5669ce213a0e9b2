import { runScriptedAgent } from './run-scripted-agent.ts';

/** The scripted agent as this process: prompt on stdin, exit code set at the end. For a file that does nothing else. */
export async function runAgentMain(): Promise<void> {
  const argv = process.argv.slice(2);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const stdin = argv.includes('--prompt-file') ? '' : await readStdin();
  process.exitCode = await runScriptedAgent({ argv, env: process.env, stdin, cwd: process.cwd(), print });
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
