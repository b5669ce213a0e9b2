import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** The absolute path of a program by `PATH`; null when there is none that may be run. */
export async function findProgram(name: string, path: string | undefined): Promise<string | null> {
  const candidates = isAbsolute(name)
    ? [name]
    : (path ?? '')
        .split(delimiter)
        .filter(isAbsolute)
        .map((folder) => join(folder, name));
  for (const candidate of candidates) {
    if (await isExecutable(candidate)) return candidate;
  }
  return null;
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
