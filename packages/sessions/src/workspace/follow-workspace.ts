import { mkdir } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { formatRef } from '@the-loop/graph-core';
import { createGit, type GitOptions } from './git.ts';
import { checkRemote } from './remote-url.ts';
import { withRepositoryLock } from './repository-lock.ts';
import { readMarker, removeMarker, writeMarker } from './workspace-marker.ts';
import { repositoryText, type WorkspaceAddress } from './workspace-paths.ts';
import { workspacePlace } from './workspace-place.ts';

/** A checkout that has another name: its item, or the repository that is checked out. */
export interface WorkspaceMove extends GitOptions {
  readonly before: WorkspaceAddress;
  readonly after: WorkspaceAddress;
  /** Where the repository is now; the shared clone fetches from there. */
  readonly remote: string;
}

/**
 * Lets a checkout be found under the name that its item or repository has now. It stays where it is: an agent knows its
 * conversation by the folder. Done again, or without a checkout, nothing happens.
 */
export async function followWorkspace(move: WorkspaceMove): Promise<void> {
  const { before, after, remote } = move;
  checkRemote(remote);
  const old = await workspacePlace(before);
  const place = await workspacePlace(after);
  await withRepositoryLock(old.lock, move.signal, async () => {
    const marker = await readMarker(old.marker);
    if (!marker.ok || old.marker === place.marker) return;
    const git = createGit(move);
    await git.must(
      [`--git-dir=${old.clone}`, 'config', 'remote.origin.url', remote],
      'set the remote of the shared clone',
    );
    await mkdir(place.item, { recursive: true, mode: 0o700 });
    const below = (path: string): string => relative(old.root, path).split(sep).join('/');
    await writeMarker(place.marker, {
      ...marker.value,
      ref: formatRef(after.ref),
      repository: repositoryText(after.repository ?? after.ref),
      at: { cwd: below(old.cwd), clone: below(old.clone) },
    });
    await removeMarker(old.marker);
  });
}
