import { type TransportFetch } from './transport.ts';

/** Gives each request its own time limit. Waiting between two attempts does not count. */
export function withDeadline(transport: TransportFetch, timeoutMs: number): TransportFetch {
  return (url, init) => {
    const limit = AbortSignal.timeout(timeoutMs);
    return transport(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
  };
}
