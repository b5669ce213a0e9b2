/** How many writes a host may get; null for no limit. */
export interface WriteRates {
  readonly perMinute: number;
  readonly perHour: number;
}

/** GitHub's published limits for writes that create content. With a shared identity the caller passes half. */
export const GITHUB_WRITE_RATES: WriteRates = { perMinute: 80, perHour: 500 };

/** Counts writes per host in a sliding window. Times are milliseconds since 1970. */
export interface WriteShaper {
  /** When the host may get its next write: now, or later. */
  nextAt(host: string, now: number): number;
  note(host: string, now: number): void;
  /** The host asked to wait: nothing goes there before. An earlier hold that is longer stays. */
  holdUntil(host: string, until: number): void;
}

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** A shaper that has seen no write. */
export function createWriteShaper(ratesOf: (host: string) => WriteRates | null): WriteShaper {
  const written = new Map<string, number[]>();
  const held = new Map<string, number>();
  const recent = (host: string, now: number): number[] => {
    const times = (written.get(host) ?? []).filter((time) => time > now - HOUR);
    written.set(host, times);
    return times;
  };
  return {
    nextAt: (host, now) => {
      const rates = ratesOf(host);
      const earliest = Math.max(now, held.get(host) ?? 0);
      if (rates === null) return earliest;
      const times = recent(host, now);
      return Math.max(earliest, freeAt(times, rates.perMinute, MINUTE), freeAt(times, rates.perHour, HOUR));
    },
    note: (host, now) => {
      if (ratesOf(host) !== null) recent(host, now).push(now);
    },
    holdUntil: (host, until) => {
      held.set(host, Math.max(until, held.get(host) ?? 0));
    },
  };
}

/** When the oldest of the last `limit` writes leaves the window. */
function freeAt(times: readonly number[], limit: number, window: number): number {
  const oldest = times[times.length - limit];
  return oldest === undefined ? 0 : oldest + window;
}
