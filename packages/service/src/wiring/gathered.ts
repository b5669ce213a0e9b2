import { type Clock } from '@the-loop/dispatcher';

const WINDOW_MS = 25;

/** Calls `task` once for all calls within a moment, so that writes that are stored together are seen together. */
export function gathered(clock: Clock, task: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    clock.after(WINDOW_MS, () => {
      waiting = false;
      task();
    });
  };
}
