import { type GithubLimit } from '@the-loop/integrations-github';

/** Above this share of a limit polling goes on as it is configured. */
const PLENTY = 0.25;
/** This share is left to what people wait for: answers on threads. */
const RESERVE = 0.1;

/**
 * How long a host is left alone after a cycle of so many requests, in milliseconds: what polling may still use is spread
 * over the time until there is more.
 */
export function planPause(
  limit: GithubLimit | null,
  { cost, now }: { readonly cost: number; readonly now: number },
): number {
  if (limit === null || limit.remaining >= limit.limit * PLENTY) return 0;
  const untilReset = Math.max(0, limit.resetAt - now);
  const usable = limit.remaining - limit.limit * RESERVE;
  if (usable <= cost) return untilReset;
  return (untilReset * cost) / usable;
}
