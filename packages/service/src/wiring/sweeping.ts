import { type OperatorConfig } from '@the-loop/config';
import { type Clock } from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { type Store } from '@the-loop/store';

export interface SweepingParts {
  readonly store: Pick<Store, 'sweep'>;
  /** How many days finished rows and events are kept, as the operator says now. */
  readonly keeping: () => OperatorConfig['state'];
  readonly emit: Emit;
  readonly clock: Clock;
}

/** Removes what was kept long enough. */
export interface Sweeping {
  /** Sweeps at once, and then every day. */
  start(): void;
  /** Waits for a sweep under way. */
  stop(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sweeping that has not begun. A sweep that fails is told, and the next day's is made all the same. */
export function createSweeping(parts: SweepingParts): Sweeping {
  let cancel = (): void => undefined;
  let sweeping = Promise.resolve();
  const next = () => {
    cancel = parts.clock.after(DAY_MS, next);
    sweeping = sweep(parts);
  };
  return {
    start: next,
    stop: async () => {
      cancel();
      await sweeping;
    },
  };
}

async function sweep({ store, keeping, emit, clock }: SweepingParts): Promise<void> {
  const { keepDeliveriesDays, keepEventsDays } = keeping();
  const before = (days: number) => clock.now() - days * DAY_MS;
  try {
    const limits = { finishedBefore: before(keepDeliveriesDays), eventsBefore: before(keepEventsDays) };
    const removed = await store.sweep(limits);
    if (Object.values(removed).some((rows: number) => rows > 0)) emit({ event: 'store.swept', ...removed });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'the store could not be swept';
    emit({ event: 'service.fault', component: 'sweep', error: why });
  }
}
