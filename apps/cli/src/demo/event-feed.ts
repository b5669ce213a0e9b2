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

/** A field as text; empty where the event has none. */
export function fieldOf(event: FeedEvent, name: string): string {
  const value = event[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Everything the daemon said so far, across restarts of it. */
export interface EventFeed {
  readonly events: readonly FeedEvent[];
  /** Which daemon to ask from now on; null while there is none. */
  follow(daemon: DaemonProcess | null): void;
  /** Resolves when the events so far satisfy the condition; rejects, with what was seen last, when they do not in time. */
  waitUntil(holds: (events: readonly FeedEvent[]) => boolean, what: string): Promise<void>;
  close(): void;
}

const INTERVAL_MS = 60;

/** What the feed tells while it listens. */
export interface FeedListener {
  readonly onEvent: (event: FeedEvent) => void;
  readonly onIdle: () => void;
  /** In our own words, why nothing that is waited for will happen any longer; null where it still may. */
  readonly failureOf: (event: FeedEvent) => string | null;
  /** How long is waited at most. */
  readonly patienceMs: number;
}

export function createEventFeed({ onEvent, onIdle, failureOf, patienceMs }: FeedListener): EventFeed {
  const events: FeedEvent[] = [];
  let failure: string | null = null;
  let daemon: DaemonProcess | null = null;
  let closed = false;
  let watchers: (() => void)[] = [];

  const poll = async (): Promise<void> => {
    while (!closed) {
      const fresh = daemon === null ? [] : await read(daemon, events.at(-1)?.id ?? 0);
      for (const event of fresh) {
        events.push(event);
        onEvent(event);
        failure ??= failureOf(event);
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
    waitUntil: (holds, what) =>
      new Promise((resolve, reject) => {
        const until = Date.now() + patienceMs;
        const watcher = (): void => {
          const met = holds(events);
          const late = Date.now() >= until;
          if (!met && !late && failure === null) return;
          watchers = watchers.filter((one) => one !== watcher);
          if (met) resolve();
          else reject(stuck(failure ?? `${what} did not happen within ${patienceMs / 1000} s`, events));
        };
        watchers.push(watcher);
        watcher();
      }),
    close: () => {
      closed = true;
    },
  };
}

function stuck(why: string, events: readonly FeedEvent[]): LoopError {
  return new LoopError('DEMO_STORY_STUCK', `${why}; last events: ${lastOf(events)}`, {
    remedy: 'read daemon.log and state/logs in the folders that were left',
  });
}

/** What happened last, with the faults that were told of it; polling that finds nothing is no news. */
function lastOf(events: readonly FeedEvent[]): string {
  const told = events.filter(({ event }) => event !== 'poll.cycle').slice(-6);
  return told.map((event) => `${event.event} ${fieldOf(event, 'error')}`.trimEnd()).join(', ') || 'none';
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
