import { type ServiceMemory } from '@the-loop/operations';
import { type Store } from '@the-loop/store';
import { type Engine } from '../wiring/engine.ts';

export interface LiveMemoryOptions {
  readonly store: Store;
  readonly engine: Pick<Engine, 'dispatcher' | 'drain' | 'items' | 'settings'>;
  readonly now: () => number;
}

/** Nobody waits longer than this for writes; what is left goes on by itself. */
const FLUSH_MS = 60_000;

/** The memory of the service that runs in this process. */
export function liveMemory({ store, engine, now }: LiveMemoryOptions): ServiceMemory {
  return {
    store,
    now,
    settings: () => Promise.resolve(engine.settings()),
    verbsOf: (item) => engine.items.verbsOf(item, { login: 'operator' }),
    service: {
      takeDeliveries: () => engine.dispatcher.notify(),
      flushWrites: () => flush(engine.drain),
    },
  };
}

async function flush(drain: Engine['drain']): Promise<void> {
  drain.notify();
  const limit = AbortSignal.timeout(FLUSH_MS);
  await Promise.race([
    drain.idle(),
    new Promise<void>((resolve) => limit.addEventListener('abort', () => resolve(), { once: true })),
  ]);
}
