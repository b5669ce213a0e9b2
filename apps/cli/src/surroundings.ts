import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type LoadedConfig,
  loadOperatorConfig,
  type OperatorConfig,
  resolveConfigPath,
  stateRoot,
} from '@the-loop/config';
import { type CommandLine } from './io.ts';

/** The operator's side of a command: folder and configuration. */
export interface Surroundings {
  readonly stateRoot: string;
  readonly configPath: string;
  readonly config: OperatorConfig;
  /** Whether the configuration file exists; otherwise its defaults are used. */
  readonly configured: boolean;
  /** Reads the configuration anew. Throws `CONFIG_*`. */
  readonly reload: () => Promise<LoadedConfig<OperatorConfig>>;
}

/** Finds and reads the operator's configuration. Throws `STATE_ROOT_INVALID` and `CONFIG_*`. */
export async function surroundings(line: CommandLine, configFlag?: string): Promise<Surroundings> {
  const root = stateRoot(line.env, line.platform, line.home);
  const location = resolveConfigPath({
    flag: configFlag,
    env: line.env,
    stateRoot: root,
    cwd: line.cwd,
    home: line.home,
  });
  const reload = () => loadOperatorConfig(location, { stateRoot: root, home: line.home });
  const loaded = await reload();
  for (const warning of loaded.warnings) line.err(`warning: ${warning.message}\n`);
  return {
    stateRoot: root,
    configPath: location.path,
    config: loaded.config,
    configured: loaded.path !== null,
    reload,
  };
}

/** argv that runs this very installation: built, or from source. */
export function ownCommand(): readonly string[] {
  const main = process.argv[1] ?? fileURLToPath(import.meta.url);
  return [process.execPath, ...process.execArgv, path.resolve(main)];
}
