import { type WorkItemRef } from '@the-loop/graph-core';
import { type RefMove } from '@the-loop/router';

/** A work item, or one of its pull requests, has another name. */
export interface ItemMove extends RefMove {
  /** The work item that keeps something under that name, as it was called: `from` itself, or whose pull request `from` is. */
  readonly item: WorkItemRef;
  /** GitHub's id of the repository that `from` named; null where it is not known. */
  readonly repositoryId: number | null;
  /** True: whoever works on it is held until somebody says that it goes on. */
  readonly holds: boolean;
}

/** What is kept of work items under their names. */
export interface ItemMoves {
  /**
   * Everything that is kept under the old name is found under the new one, at once; the old one goes on to lead there.
   * Asked again, it changes nothing. `busy`: an agent's turn runs or a write is on its way. `taken`: the new name has a
   * session of its own. Both change nothing.
   */
  move(move: ItemMove): Promise<'renamed' | 'busy' | 'taken'>;
}
