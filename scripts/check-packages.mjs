// publint and attw over every package that is published, as it would be packed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let failed = false;
const out = mkdtempSync(path.join(tmpdir(), 'the-loop-pack-'));
for (const name of readdirSync('packages')) {
  const dir = path.join('packages', name);
  if (JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')).private) continue;
  const pack = run('pnpm', ['pack', '--pack-destination', out], dir);
  const tarball = pack.ok ? pack.output.trim().split('\n').at(-1) : '';
  const checks = [
    pack,
    run('publint', ['run', tarball, '--strict']),
    run('attw', [tarball, '--profile', 'esm-only', '--format', 'ascii']),
  ];
  for (const check of checks.filter((one) => !one.ok)) {
    failed = true;
    console.log(`${name}: ${check.label}\n${check.output}`);
  }
}
rmSync(out, { recursive: true, force: true });
process.exit(failed ? 1 : 0);

function run(command, args, cwd = '.') {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return {
    ok: result.status === 0,
    label: `${command} ${args[0]}`,
    output: `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`,
  };
}
