import { type Clock } from '../ports.ts';

/** A clock that stands still until it is told. */
export interface VirtualClock extends Clock {
  /** Goes to the next timer and fires it; false when there is none. */
  next(): boolean;
  advance(ms: number): void;
}

/** A clock at the start of 2026. */
export function createVirtualClock(): VirtualClock {
  let now = Date.UTC(2026, 0, 1);
  let timers: { at: number; task: () => void }[] = [];
  const fireUntil = (limit: number): void => {
    for (;;) {
      const due = timers.filter((timer) => timer.at <= limit).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      timers = timers.filter((timer) => timer !== due);
      now = Math.max(now, due.at);
      due.task();
    }
  };
  return {
    now: () => now,
    after: (ms, task) => {
      const timer = { at: now + ms, task };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    next: () => {
      const first = timers.sort((a, b) => a.at - b.at)[0];
      if (first === undefined) return false;
      fireUntil(first.at);
      return true;
    },
    advance: (ms) => {
      const until = now + ms;
      fireUntil(until);
      now = until;
    },
  };
}
