import { type FeedEvent } from '../../apps/cli/src/demo/event-feed.ts';
import { type Stage } from '../../apps/cli/src/demo/stage.ts';

/** Starts the daemon again after a kill, on the same port, and has GitHub deliver what was missed meanwhile. */
export async function resume(stage: Stage, killed: Promise<void>): Promise<void> {
  await killed;
  await stage.startDaemon();
  await stage.redeliverUnanswered();
}

/** Kills the daemon when an event was seen, and starts it again. */
export async function crashAfter(stage: Stage, isIt: (event: FeedEvent) => boolean, what: string): Promise<void> {
  await stage.feed.waitUntil((events) => events.some(isIt), what);
  await resume(stage, stage.killDaemon());
}

/** A moment that a hook of the emulator notices: there the daemon is killed before anything else happens. Once. */
export interface Trap {
  /** Call it from the hook. */
  readonly spring: () => void;
  /** Resolves when it was sprung and the daemon runs again. */
  readonly sprung: Promise<void>;
  /** Without a stage it does nothing. */
  arm(stage: Stage): void;
}

export function createTrap(): Trap {
  let armed: Stage | null = null;
  let end: ((result: Promise<void>) => void) | null = null;
  const sprung = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    sprung,
    arm: (stage) => {
      armed = stage;
    },
    spring: () => {
      if (armed === null) return;
      const stage = armed;
      armed = null;
      end?.(resume(stage, stage.killDaemon()));
    },
  };
}
