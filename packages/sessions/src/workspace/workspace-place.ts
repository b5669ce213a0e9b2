import { join, relative, sep } from 'node:path';
import { readMarker } from './workspace-marker.ts';
import { type WorkspaceAddress, type WorkspacePaths, workspacePaths } from './workspace-paths.ts';

/** Where a checkout is. `elsewhere`: it was made under another name and stayed where it was. */
export interface WorkspacePlace extends WorkspacePaths {
  readonly elsewhere: boolean;
}

/** The paths of a checkout, those of one that has another name by now included. Throws `WORKSPACE_NAME_INVALID`. */
export async function workspacePlace(address: WorkspaceAddress): Promise<WorkspacePlace> {
  const paths = workspacePaths(address);
  const marker = await readMarker(paths.marker);
  const at = marker.ok ? marker.value.at : undefined;
  if (at === undefined) return { ...paths, elsewhere: false };
  const clone = join(paths.root, at.clone);
  return { ...paths, cwd: join(paths.root, at.cwd), clone, lock: `${clone}.lock`, elsewhere: true };
}

/** A checkout and its clone as a marker has them. */
export function placeBelow({ root, cwd, clone }: WorkspacePaths): { readonly cwd: string; readonly clone: string } {
  const below = (path: string): string => relative(root, path).split(sep).join('/');
  return { cwd: below(cwd), clone: below(clone) };
}
