import { type Store } from '@the-loop/store';
import { type ItemMoves } from './item-move.ts';
import { type FollowRecord, renamingOf } from './renaming.ts';

/** What others than the dispatcher keep of work items. */
interface OtherRecords {
  /** How they follow; as they are when absent. */
  readonly follow?: FollowRecord;
  /** Kinds whose records name no other item than that of their key. */
  readonly apart?: readonly string[];
}

/** Moves over the store. A session is never given up for another one: where both names have one, nothing moves. */
export function createItemMoves(
  store: Pick<Store, 'rename'>,
  { follow = ({ value }) => value, apart = [] }: OtherRecords = {},
): ItemMoves {
  return { move: (move) => store.rename({ ...renamingOf(move, follow), apart, single: 'session' }) };
}
