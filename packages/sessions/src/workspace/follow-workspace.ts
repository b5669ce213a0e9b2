import { mkdir } from 'node:fs/promises';
import { formatRef } from '@the-loop/graph-core';
import { cloneOwner, giveClone } from './clone-owner.ts';
import { createGit, type GitOptions } from './git.ts';
import { checkRemote } from './remote-url.ts';
import { withRepositoryLock } from './repository-lock.ts';
import { readMarker, removeMarker, writeMarker } from './workspace-marker.ts';
import { repositoryText, type WorkspaceAddress } from './workspace-paths.ts';
import { placeBelow, workspacePlace } from './workspace-place.ts';

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
    await followClone(move, old.clone);
    await mkdir(place.item, { recursive: true, mode: 0o700 });
    await writeMarker(place.marker, {
      ...marker.value,
      ref: formatRef(after.ref),
      repository: repositoryText(after.repository ?? after.ref),
      at: placeBelow(old),
    });
    await removeMarker(old.marker);
  });
}

/** Another checkout of the clone may have followed further already. */
async function followClone(move: WorkspaceMove, clone: string): Promise<void> {
  const git = createGit(move);
  const { before, after, remote } = move;
  const names = [before, after].map(({ repository, ref }) => repository ?? ref);
  const owners = await Promise.all(names.map((repository) => cloneOwner(git, { clone, repository, remote })));
  if (owners.includes('ours')) await giveClone(git, { clone, repository: after.repository ?? after.ref, remote });
}
