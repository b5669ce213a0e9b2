/** The daemon for supervisors and containers: configuration, service, signals. `the-loop up --foreground` does the same. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { loadOperatorConfig, resolveConfigPath, stateRoot } from '@the-loop/config';
import { LoopError } from '@the-loop/graph-core';
import { createTheLoop } from '@the-loop/service';
import { type DaemonErrorCode } from './errors.ts';

const root = stateRoot(process.env, process.platform, homedir());
const location = resolveConfigPath({
  flag: process.argv[2],
  env: process.env,
  stateRoot: root,
  cwd: process.cwd(),
  home: homedir(),
});

try {
  const load = () => loadOperatorConfig(location, { stateRoot: root, home: homedir() });
  const { config } = await load();
  const theLoop = await createTheLoop({
    config,
    configFile: { path: location.path, load },
    stateRoot: root,
    environment: process.env,
    version: 'daemon',
    command: [commandOnPath()],
  });
  process.stdout.write(`the service runs at ${theLoop.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void theLoop.stop(signal));
} catch (error) {
  if (!(error instanceof LoopError)) throw error;
  process.stderr.write(
    `error: ${error.message} (${error.code})${error.remedy === undefined ? '' : ` — to fix it: ${error.remedy}`}\n`,
  );
  process.exitCode = 2;
}

/** The `the-loop` that agents call, by its absolute path: their PATH begins with the folder of a wrapper of the same name. */
function commandOnPath(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const found = folders.map((folder) => path.join(folder, 'the-loop')).find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new LoopError<DaemonErrorCode>(
    'DAEMON_COMMAND_MISSING',
    'the-loop is not on PATH, and agents could not say that they are done',
    {
      remedy: 'put the the-loop command on the PATH of this process',
    },
  );
}
