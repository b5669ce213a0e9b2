/** Runs every check of the project and ends with one plain line: `N passed, N failed[, N skipped]`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

interface StepResult {
  readonly step: Step;
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const bin = (name: string): string => path.join('node_modules', '.bin', name);

/** Two lanes, since the smallest machine has two cores; the steps of a lane run one after another. */
const lanes: readonly [readonly Step[], readonly Step[]] = [
  [
    { name: 'types', command: [bin('tsc'), '-p', 'tsconfig.check.json'] },
    { name: 'lint (typed)', command: [bin('eslint'), '.', '--max-warnings', '0'] },
    {
      name: 'boundaries',
      command: [bin('depcruise'), 'packages', 'apps', 'bench', 'e2e', 'scripts', '--output-type', 'err'],
    },
  ],
  [
    { name: 'format', command: [bin('biome'), 'check', '.'] },
    {
      name: 'build',
      command: [bin('turbo'), 'run', 'build', 'types', '--output-logs=errors-only', '--log-prefix=none'],
    },
    { name: 'dead code', command: [bin('knip')] },
    { name: 'versions', command: [bin('syncpack'), 'lint'] },
    { name: 'lock', command: ['node', 'scripts/check-lock.mjs'] },
    { name: 'packages', command: ['node', 'scripts/check-packages.mjs'] },
    { name: 'api reference', command: [bin('typedoc'), '--emit', 'none'] },
  ],
];

async function runStep(step: Step): Promise<StepResult> {
  const began = Date.now();
  const [command = '', ...args] = step.command;
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(127));
    child.on('close', (status) => resolve(status ?? 1));
  });
  return { step, code, output: Buffer.concat(chunks).toString('utf8'), seconds: (Date.now() - began) / 1000 };
}

function report({ step, code, output, seconds }: StepResult): void {
  print(`${code === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds.toFixed(1)} s)`);
  if (code !== 0) print(output.trimEnd());
}

async function runLane(steps: readonly Step[], tally: Tally): Promise<void> {
  for (const step of steps) {
    const result = await runStep(step);
    report(result);
    if (result.code === 0) tally.passed += 1;
    else tally.failed += 1;
  }
}

/** Names every skipped test with its title, which says what the machine lacks. */
function reportSkipped(report: VitestReport): void {
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'pending' || test.status === 'skipped') print(`skipped: ${test.fullName}`);
    }
  }
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

async function runTests(tally: Tally): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'the-loop-verify-'));
  const file = path.join(folder, 'vitest.json');
  try {
    const command = [bin('vitest'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    const result = await runStep({ name: 'tests', command });
    report(result);
    const parsed = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    reportSkipped(parsed);
    tally.passed += parsed.numPassedTests;
    tally.failed += parsed.numFailedTests;
    tally.skipped += parsed.numPendingTests;
    // A file that cannot be loaded, or an error outside a test, counts as one failure.
    if (result.code !== 0 && parsed.numFailedTests === 0) tally.failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
const [typed, built] = lanes;
// Tests start what was built, so they follow it, and fill the time that the typed lane still takes.
await Promise.all([runLane(typed, tally), runLane(built, tally).then(() => runTests(tally))]);
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
print(`${tally.passed} passed, ${tally.failed} failed${skipped}`);
process.exitCode = tally.failed > 0 ? 1 : 0;
