import { join, resolve } from 'node:path';
import { type Environment, expandHome } from './state-root.ts';

/** Which operator file is meant, and whether a person named it: a named file must exist. */
export interface ConfigLocation {
  /** Absolute. */
  readonly path: string;
  readonly explicit: boolean;
}

/** Where the operator's file may be named. */
export interface ConfigPathSources {
  /** The value of `--config`. */
  readonly flag?: string | undefined;
  readonly env: Environment;
  /** See `stateRoot`. */
  readonly stateRoot: string;
  /** What a relative path is relative to. */
  readonly cwd: string;
  readonly home: string;
}

/** The first of `--config`, `$THE_LOOP_CONFIG` and `<stateRoot>/config.yaml`. Layers are not merged. */
export function resolveConfigPath(sources: ConfigPathSources): ConfigLocation {
  const named = sources.flag ?? (sources.env['THE_LOOP_CONFIG'] || undefined);
  if (named === undefined) return { path: join(sources.stateRoot, 'config.yaml'), explicit: false };
  return { path: resolve(sources.cwd, expandHome(named, sources.home)), explicit: true };
}

/** The harness configuration of a repository, relative to its root. */
export const HARNESS_CONFIG_PATH = '.the-loop/harness-config.yaml';
