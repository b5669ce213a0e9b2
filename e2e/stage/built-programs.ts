import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Programs } from '../../apps/cli/src/demo/world.ts';

const cli = path.join(import.meta.dirname, '..', '..', 'apps', 'cli');
const dist = path.join(cli, 'dist');

/** The command as it is shipped. Built when it was never built; otherwise whoever runs the tests has built it before. */
export function builtPrograms(): Programs {
  if (!existsSync(path.join(dist, 'main.cjs'))) {
    const root = path.join(cli, '..', '..');
    const turbo = path.join(root, 'node_modules', '.bin', 'turbo');
    execFileSync(turbo, ['run', 'build', '--filter=@the-loop/cli', '--output-logs=errors-only'], { cwd: root });
  }
  return {
    command: [process.execPath, path.join(cli, 'bin', 'the-loop.cjs')],
    agent: [process.execPath, path.join(dist, 'scripted-agent.js')],
  };
}
