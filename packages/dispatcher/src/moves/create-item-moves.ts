import { type Store } from '@the-loop/store';
import { type ItemMoves } from './item-move.ts';
import { type FollowRecord, renamingOf } from './renaming.ts';

/** Moves over the store. `follow`: how records follow that others than the dispatcher keep; by default as they are. */
export function createItemMoves(store: Pick<Store, 'rename'>, follow: FollowRecord = ({ value }) => value): ItemMoves {
  return { move: (move) => store.rename(renamingOf(move, follow)) };
}
