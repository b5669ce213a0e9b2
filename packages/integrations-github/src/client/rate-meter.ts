import { type GithubLimit, type GithubRate } from '../answer/rate.ts';
import { type RawAnswer } from './map-error.ts';

/** Reads a host's limits off its answers. REST, GraphQL and search are limited each on their own. */
export interface RateMeter {
  note(headers: RawAnswer['headers']): void;
  read(): GithubRate;
}

export function createRateMeter(now: () => number): RateMeter {
  const limits = new Map<string, GithubLimit>();
  let requests = 0;
  return {
    note: (headers) => {
      requests += 1;
      const limit = limitIn(headers);
      const resource = headers['x-ratelimit-resource'];
      if (limit !== null) limits.set(typeof resource === 'string' ? resource : 'core', limit);
    },
    read: () => {
      const holding = [...limits.values()].filter(({ resetAt }) => resetAt > now());
      const [tightest = null] = holding.sort((one, other) => shareOf(one) - shareOf(other));
      return { requests, tightest };
    },
  };
}

function limitIn(headers: RawAnswer['headers']): GithubLimit | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((part) => headers[`x-ratelimit-${part}`]);
  const numbers = [limit, remaining, reset].map((value) => (value === undefined ? Number.NaN : Number(value)));
  const [most = Number.NaN, left = Number.NaN, seconds = Number.NaN] = numbers;
  if (!(most > 0) || !(left >= 0) || !Number.isFinite(seconds)) return null;
  return { limit: most, remaining: left, resetAt: seconds * 1000 };
}

function shareOf({ limit, remaining }: GithubLimit): number {
  return remaining / limit;
}
