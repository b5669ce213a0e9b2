// publint and "are the types wrong" over every package that is published, as it would be packed.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** Published packages are for importers of ES modules. */
const OTHER_READERS = ['node10', 'node16-cjs'];

const run = promisify(execFile);
const out = mkdtempSync(path.join(tmpdir(), 'the-loop-pack-'));
try {
  for (const name of readdirSync('packages')) {
    const manifest = JSON.parse(readFileSync(path.join('packages', name, 'package.json'), 'utf8'));
    if (manifest.private === true) continue;
    for (const problem of await problemsOf(path.join('packages', name))) {
      console.log(`${name}: ${problem}`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}

async function problemsOf(folder) {
  const packed = await run('pnpm', ['pack', '--pack-destination', out], { cwd: folder }).catch((fault) => fault);
  if (packed instanceof Error) return [`pnpm pack: ${packed.message}`];
  const { stdout } = packed;
  const tarball = readFileSync(stdout.trim().split('\n').at(-1));
  return [...(await publishingProblems(tarball)), ...(await typeProblems(tarball))];
}

async function publishingProblems(tarball) {
  const bytes = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

async function typeProblems(tarball) {
  const { types, problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  if (types === false) return ['attw: it has no types'];
  return problems
    .filter(({ resolutionKind }) => !OTHER_READERS.includes(resolutionKind))
    .map((problem) => `attw: ${JSON.stringify(problem)}`);
}
