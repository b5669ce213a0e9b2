import { posix, win32 } from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type ConfigErrorCode } from '../errors.ts';

/** Variables of the environment, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the service keeps its state on this machine: `$THE_LOOP_STATE`, else the user's folder for such things
 * (`$XDG_STATE_HOME` or `~/.local/state`, `~/Library/Application Support`, `%LOCALAPPDATA%`). Always absolute.
 * Throws STATE_ROOT_INVALID for a relative `$THE_LOOP_STATE`: what it means would change with the working directory.
 *
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function stateRoot(env: Environment, platform: NodeJS.Platform, home: string): string {
  const paths = platform === 'win32' ? win32 : posix;
  const given = env['THE_LOOP_STATE'];
  if (given !== undefined && given !== '') return paths.normalize(absoluteRoot(expandHome(given, home), paths));
  if (platform === 'win32') return paths.join(env['LOCALAPPDATA'] ?? paths.join(home, 'AppData', 'Local'), 'the-loop');
  if (platform === 'darwin') return paths.join(home, 'Library', 'Application Support', 'the-loop');
  const xdg = env['XDG_STATE_HOME'] ?? '';
  return paths.join(paths.isAbsolute(xdg) ? xdg : paths.join(home, '.local', 'state'), 'the-loop');
}

/** `~` and `~/…` with the home folder put in; any other text as it is. */
export function expandHome(path: string, home: string): string {
  return path === '~' || /^~[/\\]/.test(path) ? home + path.slice(1) : path;
}

function absoluteRoot(path: string, paths: typeof posix): string {
  if (paths.isAbsolute(path)) return path;
  throw new LoopError<ConfigErrorCode>('STATE_ROOT_INVALID', 'THE_LOOP_STATE is a relative path.', {
    remedy: 'Set THE_LOOP_STATE to an absolute path, or to one that begins with ~/',
  });
}
