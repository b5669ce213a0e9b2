/** Lets callers await a condition instead of sleeping: `check` is called whenever something happened. */
export function createWaiting(patienceMs = 10_000) {
  const waiters = new Set<() => void>();
  return {
    check: (): void => {
      for (const waiter of [...waiters]) waiter();
    },
    until: (condition: () => boolean, { timeoutMs = patienceMs, what = 'the condition' } = {}): Promise<void> =>
      new Promise((resolve, reject) => {
        const finish = (settle: () => void) => {
          clearTimeout(timer);
          waiters.delete(check);
          settle();
        };
        const check = () => condition() && finish(resolve);
        const timer = setTimeout(
          () => finish(() => reject(new Error(`${what} did not hold within ${timeoutMs} ms`))),
          timeoutMs,
        );
        waiters.add(check);
        check();
      }),
  };
}
