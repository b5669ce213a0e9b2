import { type GraphTarget } from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { formatRef, type Principal } from '@the-loop/graph-core';
import { type VerbContext } from '@the-loop/graph-runtime';
import { type ItemAccess, type Occasion } from './item-access.ts';

const THE_LOOP: Principal = { login: 'the-loop' };

/** The verbs by which the graph is asked about events; an event about which it cannot be asked is told. */
export function verbsForEvents(items: Pick<ItemAccess, 'verbsOf'>, emit: Emit) {
  return async ({ item }: GraphTarget, occasion: Occasion): Promise<VerbContext | null> => {
    const verbs = await items.verbsOf(item, THE_LOOP, occasion);
    const { trigger } = occasion;
    if (verbs === null && trigger !== undefined) {
      emit({ event: 'graph.skipped', work_item: formatRef(item), reason: 'no-checkout' });
    }
    return verbs;
  };
}
