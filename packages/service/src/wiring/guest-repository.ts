import path from 'node:path';
import { type OperatorConfig } from '@the-loop/config';
import { type GraphTarget, type SessionRecords } from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { formatRef } from '@the-loop/graph-core';
import { type VerbContext } from '@the-loop/graph-runtime';
import { excludeSpecTree } from '../items/exclude-spec-tree.ts';

export interface GuestRepositoryOptions {
  readonly config: OperatorConfig;
  readonly sessions: SessionRecords;
  /** What git runs with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly emit: Emit;
}

/** Keeps the item's files out of the commits of a repository that is a guest here. What does not work is told; the item goes on. */
export async function enteredAsGuest(
  { config, sessions, environment, emit }: GuestRepositoryOptions,
  { item, address }: GraphTarget,
  { store }: VerbContext,
): Promise<void> {
  const session = await sessions.find(item);
  if (session === null || session.record.cwd === '') return;
  const specDir = path.posix.dirname(store.directory(address.id));
  const tree = { cwd: session.record.cwd, specDir, gitBinary: config.workspace.gitBinary, environment };
  const work_item = formatRef(item);
  try {
    if (await excludeSpecTree(tree)) emit({ event: 'graph.spec_tree_excluded', work_item, path: specDir });
  } catch {
    emit({ event: 'graph.link_failed', work_item, action: 'exclude', error: 'git did not take the exclusion' });
  }
}
