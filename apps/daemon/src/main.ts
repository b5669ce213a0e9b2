/** The daemon for supervisors and containers: configuration, service, signals. `the-loop up --foreground` does the same. */
import { homedir } from 'node:os';
import { loadOperatorConfig, resolveConfigPath, stateRoot } from '@the-loop/config';
import { LoopError } from '@the-loop/graph-core';
import { createTheLoop } from '@the-loop/service';

const root = stateRoot(process.env, process.platform, homedir());
const location = resolveConfigPath({
  flag: process.argv[2],
  env: process.env,
  stateRoot: root,
  cwd: process.cwd(),
  home: homedir(),
});

try {
  const { config } = await loadOperatorConfig(location, { stateRoot: root, home: homedir() });
  const theLoop = await createTheLoop({
    config,
    stateRoot: root,
    environment: process.env,
    version: 'daemon',
    command: ['the-loop'],
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
