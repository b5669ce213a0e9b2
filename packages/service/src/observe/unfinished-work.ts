import { type Emit } from '@the-loop/events';
import { type Store } from '@the-loop/store';

/** Tells how much an earlier process left to do; to be asked before anything is done. */
export async function tellUnfinishedWork(store: Pick<Store, 'inbox' | 'turns' | 'outbox'>, emit: Emit): Promise<void> {
  const [inbox, turns, outbox] = await Promise.all([store.inbox.count(), store.turns.count(), store.outbox.count()]);
  const left = {
    deliveries: inbox.open,
    turns: turns.waiting + turns.running,
    writes: outbox.waiting + outbox['in-flight'],
  };
  if (left.deliveries + left.turns + left.writes > 0) emit({ event: 'service.recovered', ...left });
}
