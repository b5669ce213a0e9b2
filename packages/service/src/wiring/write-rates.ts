import { type OperatorConfig } from '@the-loop/config';
import { GITHUB_WRITE_RATES, type WriteRates } from '@the-loop/dispatcher';
import { loginKey } from '@the-loop/graph-core';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * How many writes a host may get: GitHub's published limits; half of them where a person uses the same login beside us; none for
 * an API on loopback, which is an emulator.
 */
export function writeRates(
  config: () => OperatorConfig,
  loginOn: (host: string) => string,
): (host: string) => WriteRates | null {
  return (host) => {
    const { routing, integrations } = config();
    const people = new Set(routing.authorizedUsers.map(loginKey));
    const apiBase = integrations.github.hosts[host]?.apiBase ?? '';
    if (URL.canParse(apiBase) && LOOPBACK.test(new URL(apiBase).hostname)) return null;
    return people.has(loginKey(loginOn(host))) ? halved(GITHUB_WRITE_RATES) : GITHUB_WRITE_RATES;
  };
}

function halved({ perMinute, perHour }: WriteRates): WriteRates {
  return { perMinute: Math.floor(perMinute / 2), perHour: Math.floor(perHour / 2) };
}
