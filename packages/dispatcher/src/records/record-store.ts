import { LoopError } from '@the-loop/graph-core';
import { type Records } from '@the-loop/store';
import { type DispatcherErrorCode } from '../errors.ts';

/** The part of the store that keeps JSON documents. */
export type RecordStore = Pick<Records, 'get' | 'put' | 'remove'>;

const TRIES = 20;

/**
 * Applies `change` to the current value and writes the answer, again if somebody wrote in between. `null` from
 * `change` removes the record; returning the value it was given writes nothing. Throws `DISPATCH_RECORD_CONTENDED`.
 */
export async function updateRecord(
  store: RecordStore,
  address: { readonly kind: string; readonly key: string },
  change: (value: unknown) => unknown,
): Promise<void> {
  const { kind, key } = address;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const current = await store.get(kind, key);
    const next = change(current?.value ?? null);
    if (next === (current?.value ?? null)) return;
    if ((await write(store, address, { next, revision: current?.revision ?? null })) === 'ok') return;
  }
  throw new LoopError<DispatcherErrorCode>(
    'DISPATCH_RECORD_CONTENDED',
    `the record ${kind}/${key} was changed by others at every try`,
    { remedy: 'Nothing to do: it is tried again.' },
  );
}

async function write(
  store: RecordStore,
  { kind, key }: { readonly kind: string; readonly key: string },
  { next, revision }: { readonly next: unknown; readonly revision: number | null },
): Promise<'ok' | 'conflict'> {
  if (next !== null) return store.put(kind, key, { value: next, expectedRevision: revision });
  return revision === null ? 'ok' : store.remove(kind, key, revision);
}
