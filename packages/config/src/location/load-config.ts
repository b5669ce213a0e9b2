import { realpath } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type ParsedConfig } from '../document/config-problem.ts';
import { ConfigError, type ConfigErrorCode } from '../errors.ts';
import { defaultHarnessConfig, type HarnessConfig } from '../harness/harness-config.ts';
import { type OperatorConfig } from '../operator/operator-config.ts';
import { defaultOperatorConfig } from '../operator/operator-defaults.ts';
import { parseHarnessConfig, parseOperatorConfig } from '../parse-config.ts';
import { type ConfigLocation, HARNESS_CONFIG_PATH } from './config-path.ts';
import { readText } from './read-text.ts';
import { expandHome } from './state-root.ts';

/** A configuration as loaded. `path` is null when no file exists and the defaults are used. */
export interface LoadedConfig<Config> extends ParsedConfig<Config> {
  readonly path: string | null;
}

/** What paths of the operator's file are completed with. */
export interface PathBases {
  readonly stateRoot: string;
  readonly home: string;
}

/**
 * Reads the operator's file and makes its paths absolute (relative ones start at the file's folder). No file at the
 * default place means the defaults. Throws CONFIG_NOT_FOUND for a named file that is missing, CONFIG_UNREADABLE, and
 * CONFIG_INVALID with every problem.
 */
export async function loadOperatorConfig(
  location: ConfigLocation,
  bases: PathBases,
): Promise<LoadedConfig<OperatorConfig>> {
  const text = await readText(location.path);
  if (text === null) {
    if (location.explicit) throw notFound(location.path);
    return { config: withAbsolutePaths(defaultOperatorConfig, bases.stateRoot, bases), warnings: [], path: null };
  }
  const parsed = await parseOperatorConfig(text, location.path);
  if (!parsed.ok) throw new ConfigError(location.path, parsed.error);
  const config = withAbsolutePaths(parsed.value.config, dirname(location.path), bases);
  return { ...parsed.value, config, path: location.path };
}

/**
 * Reads `.the-loop/harness-config.yaml` below a checkout; the defaults when there is none. Throws CONFIG_UNREADABLE,
 * also when a link leads out of the checkout, and CONFIG_INVALID with every problem.
 */
export async function loadHarnessConfig(repositoryDir: string): Promise<LoadedConfig<HarnessConfig>> {
  const path = join(repositoryDir, HARNESS_CONFIG_PATH);
  const text = (await isInside(repositoryDir, path)) ? await readText(path) : null;
  if (text === null) return { config: defaultHarnessConfig, warnings: [], path: null };
  const parsed = await parseHarnessConfig(text, HARNESS_CONFIG_PATH);
  if (!parsed.ok) throw new ConfigError(HARNESS_CONFIG_PATH, parsed.error);
  return { ...parsed.value, path };
}

function withAbsolutePaths(config: OperatorConfig, folder: string, { stateRoot, home }: PathBases): OperatorConfig {
  const absolute = (path: string) => resolve(folder, expandHome(path, home));
  const root = config.workspace.root === '' ? join(stateRoot, 'workspaces') : absolute(config.workspace.root);
  const remotes = Object.entries(config.workspace.remotes).map(([name, from]) => [name, expandHome(from, home)]);
  const graphs = Object.entries(config.graphs).map(([name, path]) => [name, absolute(path)]);
  return {
    ...config,
    workspace: { ...config.workspace, root, remotes: Object.fromEntries(remotes) as Record<string, string> },
    integrations: { github: { hosts: withAbsoluteKeys(config.integrations.github.hosts, absolute) } },
    graphs: Object.fromEntries(graphs) as Record<string, string>,
  };
}

function withAbsoluteKeys(
  hosts: OperatorConfig['integrations']['github']['hosts'],
  absolute: (path: string) => string,
): OperatorConfig['integrations']['github']['hosts'] {
  return Object.fromEntries(
    Object.entries(hosts).map(([name, host]) => {
      const path = host.app?.privateKeyPath;
      if (host.app === undefined || path === undefined) return [name, host];
      return [name, { ...host, app: { ...host.app, privateKeyPath: absolute(path) } }];
    }),
  );
}

/** False when there is no such file; a fault when there is one and it lies elsewhere. */
async function isInside(folder: string, path: string): Promise<boolean> {
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(path)]);
    if (real.startsWith(root + sep)) return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return false;
    throw error;
  }
  throw new LoopError<ConfigErrorCode>('CONFIG_UNREADABLE', `${HARNESS_CONFIG_PATH} leads out of the repository.`, {
    remedy: `Replace the link by a file: ${HARNESS_CONFIG_PATH}`,
  });
}

function notFound(path: string): LoopError<ConfigErrorCode> {
  return new LoopError('CONFIG_NOT_FOUND', `There is no configuration at ${path}.`, {
    remedy: `Create it with: the-loop init --config ${path}`,
  });
}
