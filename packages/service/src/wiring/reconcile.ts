import { type Emit } from '@the-loop/events';
import { formatRef, type Principal, refKey } from '@the-loop/graph-core';
import { pendingEffectsOf } from '@the-loop/graph-runtime';
import { type ItemAccess } from './item-access.ts';

const THE_LOOP: Principal = { login: 'the-loop' };

/** Effects that were committed and not yet handed on when an earlier process ended. An unreadable item holds up no other. */
export async function reconcile({ items }: { readonly items: ItemAccess }, emit: Emit): Promise<void> {
  for (const item of await items.items()) {
    try {
      const verbs = await items.verbsOf(item, THE_LOOP);
      const id = `issue-${item.number}`;
      if (verbs === null) continue;
      for (const { address, pending } of await pendingEffectsOf(verbs, id)) {
        await verbs.performer.perform(address, pending, AbortSignal.timeout(10_000));
      }
    } catch (error) {
      emit({
        event: 'graph.link_failed',
        work_item: formatRef(item),
        action: 'reconcile',
        error: error instanceof Error ? error.message : refKey(item),
      });
    }
  }
}
