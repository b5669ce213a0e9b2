import path from 'node:path';
import {
  ConfigError,
  type ConfigProblem,
  formatProblem,
  HARNESS_CONFIG_PATH,
  type LoadedConfig,
  loadHarnessConfig,
  loadOperatorConfig,
  type OperatorConfig,
  resolveConfigPath,
  stateRoot,
} from '@the-loop/config';
import { Command } from 'commander';
import { checkoutRoot } from '../init/find-setup.ts';
import { type CommandLine } from '../io.ts';
import { AGENT_REMEDY } from '../render/agent-remedy.ts';

interface CheckedFile {
  readonly path: string;
  readonly state: 'valid' | 'invalid' | 'absent' | 'no-checkout';
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly ConfigProblem[];
  /** What the file asks for and this machine has not, with the fix; one line each. */
  readonly missing: readonly string[];
}

interface Options {
  readonly repo: string;
  readonly config?: string;
  readonly json?: true;
}

/** `the-loop config …` */
export function configCommand(line: CommandLine): Command {
  const check = new Command('check')
    .description('validate both configuration files and show every problem with its line')
    .option('--repo <path>', 'the repository', '.')
    .option('--config <file>', "the operator's configuration")
    .option('--json', 'print one JSON object')
    .action(async (options: Options) => {
      const files = await checkFiles(line, options);
      const exitCode = files.some(({ state }) => state === 'invalid') ? 1 : 0;
      line.out(
        options.json === true
          ? `${JSON.stringify({ verb: 'config.check', exitCode, result: { files } })}\n`
          : `${files.map(text).join('\n')}\n`,
      );
      process.exitCode = exitCode;
    });
  return new Command('config').description('the configuration files').addCommand(check);
}

async function checkFiles(line: CommandLine, { repo, config: flag }: Options): Promise<readonly CheckedFile[]> {
  const root = stateRoot(line.env, line.platform, line.home);
  const location = resolveConfigPath({ flag, env: line.env, stateRoot: root, cwd: line.cwd, home: line.home });
  const operator = await judged(
    location.path,
    loadOperatorConfig(location, { stateRoot: root, home: line.home }),
    (config) => missingProgram(line, config),
  );
  const folder = path.resolve(line.cwd, repo);
  const checkout = await checkoutRoot(folder);
  if (checkout === null)
    return [operator, { path: folder, state: 'no-checkout', problems: [], warnings: [], missing: [] }];
  return [operator, await judged(path.join(checkout, HARNESS_CONFIG_PATH), loadHarnessConfig(checkout))];
}

/** A turn that cannot start is better known before the first ticket. */
async function missingProgram(line: CommandLine, config: OperatorConfig): Promise<readonly string[]> {
  const { missingAgent } = await import('@the-loop/service');
  const problem = await missingAgent(config, line.env);
  return problem === null ? [] : [`no turn will start: ${problem}; ${AGENT_REMEDY}`];
}

async function judged<Config>(
  file: string,
  loading: Promise<LoadedConfig<Config>>,
  lookFor: (config: Config) => Promise<readonly string[]> = () => Promise.resolve([]),
): Promise<CheckedFile> {
  try {
    const { path: found, config, warnings } = await loading;
    const missing = await lookFor(config);
    return { path: file, state: found === null ? 'absent' : 'valid', problems: [], warnings, missing };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { path: file, state: 'invalid', problems: error.problems, warnings: [], missing: [] };
  }
}

function text({ path: file, state, problems, warnings, missing }: CheckedFile): string {
  const verdict = {
    valid: `${file}: valid`,
    invalid: `${file}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`,
    'no-checkout': `${file}: no git checkout, so there is no harness configuration to judge`,
    absent: `${file}: not there; the defaults apply (the-loop init writes it)`,
  }[state];
  return [
    verdict,
    ...problems.map((problem) => `  ${formatProblem(problem)}`),
    ...warnings.map((warning) => `  warning: ${formatProblem(warning)}`),
    ...missing.map((problem) => `  warning: ${problem}`),
  ].join('\n');
}
