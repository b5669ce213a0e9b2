import { join } from 'node:path';
import { type OperatorConfig } from '@the-loop/config';
import { type CommandRunner } from '@the-loop/graph-core';

interface RunnerInput {
  /** The repository's folder. */
  readonly repo: string;
  readonly operator: OperatorConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Runs the operator's verification in a checkout. Everything it needs is loaded when something is run: most verbs run nothing. */
export function verificationRunner({ repo, operator, environment }: RunnerInput, workItem: string): CommandRunner {
  const runner = async (): Promise<CommandRunner> => {
    const [{ createCommandRunner }, { verificationEnvironment }] = await Promise.all([
      import('@the-loop/graph-runtime'),
      import('../items/verification-environment.ts'),
    ]);
    const env = verificationEnvironment({
      inherited: environment,
      shareCredentials: operator.sessions.shareCredentials,
      // There is no such folder, so `gh` has no account.
      ghConfigDir: join(repo, '.git', 'the-loop', 'gh'),
      workItem,
    });
    return createCommandRunner({ cwd: repo, env });
  };
  return {
    run: async (argv, options) => (await runner()).run(argv, options),
    tree: async (options) => (await (await runner()).tree?.(options)) ?? '',
  };
}
