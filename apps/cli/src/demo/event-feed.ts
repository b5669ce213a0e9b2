import { LoopError } from '@the-loop/graph-core';
import { type DaemonProcess } from './daemon-process.ts';

/** One event of the daemon's log, as its API gives it. */
export interface FeedEvent {
  readonly id: number;
  readonly ts: string;
  readonly event: string;
  readonly level: string;
  readonly [field: string]: unknown;
}

/** Everything the daemon said so far, across restarts of it. */
export interface EventFeed {
  readonly events: readonly FeedEvent[];
  /** Which daemon to ask from now on; null while there is none. */
  follow(daemon: DaemonProcess | null): void;
  /** Resolves when the events so far satisfy the condition; rejects, with what was seen last, when they do not in time. */
  waitUntil(holds: (events: readonly FeedEvent[]) => boolean, what: string, timeoutMs?: number): Promise<void>;
  close(): void;
}

const INTERVAL_MS = 60;

export function createEventFeed(onEvent: (event: FeedEvent) => void, onIdle: () => void): EventFeed {
  const events: FeedEvent[] = [];
  let daemon: DaemonProcess | null = null;
  let closed = false;
  let watchers: (() => void)[] = [];

  const poll = async (): Promise<void> => {
    while (!closed) {
      const fresh = daemon === null ? [] : await read(daemon, events.at(-1)?.id ?? 0);
      for (const event of fresh) {
        events.push(event);
        onEvent(event);
      }
      if (fresh.length === 0) onIdle();
      for (const watcher of watchers) watcher();
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  };
  void poll();

  return {
    events,
    follow: (next) => {
      daemon = next;
    },
    waitUntil: (holds, what, timeoutMs = 40_000) =>
      new Promise((resolve, reject) => {
        const until = Date.now() + timeoutMs;
        const watcher = (): void => {
          const met = holds(events);
          if (!met && Date.now() < until) return;
          watchers = watchers.filter((one) => one !== watcher);
          if (met) resolve();
          else
            reject(
              new LoopError(
                'DEMO_STORY_STUCK',
                `${what} did not happen within ${timeoutMs / 1000} s; last events: ${lastOf(events)}`,
                { remedy: 'run the demo again with --keep and read daemon.log' },
              ),
            );
        };
        watchers.push(watcher);
        watcher();
      }),
    close: () => {
      closed = true;
    },
  };
}

function lastOf(events: readonly FeedEvent[]): string {
  return (
    events
      .slice(-4)
      .map((event) => event.event)
      .join(', ') || 'none'
  );
}

async function read(daemon: DaemonProcess, after: number): Promise<readonly FeedEvent[]> {
  try {
    const response = await fetch(`${daemon.url}/api/v1/events?after=${after}&limit=500`, {
      headers: { authorization: `Bearer ${daemon.token}` },
      signal: AbortSignal.timeout(2000),
    });
    if (!response.ok) return [];
    return ((await response.json()) as { events: FeedEvent[] }).events;
  } catch {
    // A daemon that was just killed answers nothing; the next one is asked from the same place.
    return [];
  }
}
