import { type Emit } from '@the-loop/events';
import { formatRef, type Principal, refKey, specIdFor } from '@the-loop/graph-core';
import { flushEffects } from '@the-loop/graph-runtime';
import { type ItemAccess } from './item-access.ts';

const THE_LOOP: Principal = { login: 'the-loop' };

/**
 * Effects that were committed and not yet carried out when an earlier process ended: files of the item are written, turns and writes
 * are stored, and what is done is recorded as such. An unreadable item holds up no other.
 */
export async function reconcile(
  { items }: { readonly items: Pick<ItemAccess, 'items' | 'verbsOf'> },
  emit: Emit,
): Promise<void> {
  for (const item of await items.items()) {
    try {
      const verbs = await items.verbsOf(item, THE_LOOP);
      const id = specIdFor(item);
      if (verbs !== null && id !== null) await flushEffects(verbs, id);
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
