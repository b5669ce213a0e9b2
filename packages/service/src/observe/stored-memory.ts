import { existsSync } from 'node:fs';
import { type OperatorConfig } from '@the-loop/config';
import { createSessionRecords } from '@the-loop/dispatcher';
import { type WorkItemRef } from '@the-loop/graph-core';
import { type VerbContext, withLedger } from '@the-loop/graph-runtime';
import { type ServiceMemory } from '@the-loop/operations';
import { openStore, type Store } from '@the-loop/store';
import { createKnownComments } from '../github/known-comments.ts';
import { type WriteResult } from '../github/write-payload.ts';
import { storeFile } from '../instance/store-file.ts';
import { createLedger } from '../items/ledger.ts';
import { dispatchSettings } from '../wiring/dispatch-settings.ts';

/** What a service left behind, for verbs that are answered without one. */
export interface StoredMemoryOptions {
  readonly stateRoot: string;
  readonly config: OperatorConfig;
  /** The verbs on a folder. */
  readonly verbsIn: (folder: string) => Promise<VerbContext>;
  readonly now: () => number;
}

/**
 * Lends what the service of a state root stored; null when none has run. Nobody carries anything out. Throws what opening the
 * store throws.
 */
export async function withStoredMemory<Answer>(
  options: StoredMemoryOptions,
  use: (memory: ServiceMemory | null) => Promise<Answer>,
): Promise<Answer> {
  const file = storeFile(options.stateRoot);
  if (!existsSync(file)) return use(null);
  const store = await openStore({ path: file, now: () => new Date(options.now()) });
  try {
    return await use(storedMemory(options, store));
  } finally {
    await store.close();
  }
}

function storedMemory({ config, verbsIn, now }: StoredMemoryOptions, store: Store): ServiceMemory {
  const comments = createKnownComments(store.records);
  return {
    store,
    now,
    async settings() {
      await comments.load();
      return dispatchSettings(config, await recordedLogins(store), comments);
    },
    verbsOf: (item) => verbsOf(store, item, verbsIn),
    service: null,
  };
}

/** The item's checkout, with the service's own copy of its facts. */
async function verbsOf(
  store: Store,
  item: WorkItemRef,
  verbsIn: StoredMemoryOptions['verbsIn'],
): Promise<VerbContext | null> {
  const session = await createSessionRecords(store.records).find(item);
  if (session === null || session.record.cwd === '' || !existsSync(session.record.cwd)) return null;
  const verbs = await verbsIn(session.record.cwd);
  return { ...verbs, store: withLedger(verbs.store, createLedger(store.records, item)) };
}

const LOOKED_AT = 500;

/** Whom GitHub named as the author of our last writes: without asking it, that is who we are. */
async function recordedLogins({ outbox }: Store): Promise<readonly string[]> {
  const done = await outbox.list({ status: 'done', limit: LOOKED_AT });
  return [...new Set(done.map(({ result }) => (result as Partial<WriteResult> | null)?.by ?? '').filter(Boolean))];
}
