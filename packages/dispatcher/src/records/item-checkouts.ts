import { parseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type KnownSession } from '../decide/snapshot.ts';
import { type CheckoutRequest } from '../ports.ts';

/** The checkouts an item may have here: those of its pull requests first, its own last. */
export function itemCheckouts(item: WorkItemRef, session: KnownSession | null): readonly CheckoutRequest[] {
  const bindings = session?.record.bindings.filter((binding) => binding.cwd !== '') ?? [];
  const heads = bindings.map((binding) => ({
    ref: parseRef(binding.ref),
    headRef: null,
    headRepo: null,
    fromFork: null,
    headSha: null,
  }));
  return [...heads.map((pullRequest) => ({ item, pullRequest })), { item, pullRequest: null }];
}
