/** How long to wait after a failed try. */
export interface BackOff {
  /** Before the second try, in milliseconds. */
  readonly firstMs: number;
  /** Never longer than this. */
  readonly maxMs: number;
}

/** Doubles with each failed try. `attempts` counts the tries that failed, at least 1. */
export function backOffMs({ firstMs, maxMs }: BackOff, attempts: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 30));
}
