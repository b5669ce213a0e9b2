import { createItemMoves, type ItemMoves } from '@the-loop/dispatcher';
import { type Store } from '@the-loop/store';
import { type KnownComments } from '../github/known-comments.ts';
import { followRecord } from './follow-record.ts';

/** Moves of everything a service keeps: what is in its store, and which comments of a repository it knows as its own. */
export function serviceMoves(store: Pick<Store, 'rename'>, comments: Pick<KnownComments, 'follow'>): ItemMoves {
  const moves = createItemMoves(store, { follow: followRecord, apart: ['ledger'] });
  return {
    async move(move) {
      const outcome = await moves.move(move);
      if (outcome === 'renamed' && move.of === 'repository') await comments.follow(move.from, move.to);
      return outcome;
    },
  };
}
