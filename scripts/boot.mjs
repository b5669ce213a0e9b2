// usage: node scripts/boot.mjs start|test|install [arguments]
// Needs git, Node >= 20 and npm, nothing else: it brings the right pnpm from the npm registry, installs, builds, runs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? '.', '..');
process.chdir(root);
const [goal = 'start', ...rest] = process.argv.slice(2);
const pnpmTool = path.join(root, 'tools/pnpm');
const stampFile = path.join(root, 'node_modules/.boot-stamp');

/** git must work in an empty HOME; an identity that is already configured by the environment wins. */
const identity = {
  GIT_AUTHOR_NAME: 'the-loop',
  GIT_AUTHOR_EMAIL: 'the-loop@localhost',
  GIT_COMMITTER_NAME: 'the-loop',
  GIT_COMMITTER_EMAIL: 'the-loop@localhost',
};
const env = {
  ...identity,
  ...process.env,
  CI: process.env.CI ?? 'true',
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  PATH: [path.join(pnpmTool, 'node_modules/.bin'), path.join(root, 'node_modules/.bin'), process.env.PATH].join(
    path.delimiter,
  ),
};

function stop(message) {
  console.error(message);
  process.exit(2);
}

function run(command, args, extraEnv = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', env: { ...env, ...extraEnv }, shell: false });
  if (result.error?.code === 'ENOENT')
    stop(`${command} was not found on PATH; install it and run the same command again.`);
  if (result.error) stop(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function wantedStamp() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'package.json', 'pnpm-workspace.yaml', 'tools/pnpm/package-lock.json'])
    hash.update(readFileSync(file));
  return hash.update(process.version).digest('hex');
}

function install() {
  const wanted = wantedStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  const began = Date.now();
  console.error('installing (once) ...');
  run('npm', ['ci', '--prefix', pnpmTool, '--no-audit', '--no-fund', '--loglevel=error']);
  run('pnpm', ['install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn']);
  writeFileSync(stampFile, wanted);
  console.error(`installed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

const major = Number(process.versions.node.split('.')[0]);
if (major < 20)
  stop(`Node ${process.versions.node} is too old; install Node 20 or newer and run the same command again.`);
if (spawnSync('git', ['--version'], { env }).error)
  stop('git was not found on PATH; install git and run the same command again.');

install();
if (goal === 'start') {
  run('turbo', ['run', 'build', '--filter=@the-loop/cli', '--output-logs=errors-only', '--log-prefix=none'], {
    TURBO_LOG_ORDER: 'stream',
  });
  run(process.execPath, [path.join(root, 'apps/cli/bin/the-loop.cjs'), 'demo', ...rest]);
} else if (goal === 'test') {
  run(process.execPath, ['--conditions=@the-loop/source', '--import', 'tsx', 'scripts/verify.ts', ...rest]);
} else if (goal !== 'install') {
  stop(`unknown goal "${goal}"; use start, test or install`);
}
