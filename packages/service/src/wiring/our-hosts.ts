import { type OperatorConfig } from '@the-loop/config';

/** Whether a Host header names this service: loopback by any of its names, or the address it is bound to. */
export function ourHosts({ service }: OperatorConfig): (host: string) => boolean {
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', service.host.toLowerCase()]);
  return (host) => names.has(host.replace(/:\d{1,5}$/, ''));
}
