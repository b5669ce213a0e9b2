import { type OperatorConfig } from '@the-loop/config';
import { createGithub } from '@the-loop/integrations-github';
import { faultText } from '../github/fault-text.ts';
import { createOwnLogins, type OwnLogins } from '../github/own-logins.ts';
import { isSetUpFault } from '../github/set-up-fault.ts';
import { githubHosts } from './github-hosts.ts';

/** A host that does not know us: what is to be written there waits. */
export interface MissingCredentials {
  readonly host: string;
  /** What is wrong, and what helps. */
  readonly error: string;
}

/** Asks every configured host who we are. A host that is away says nothing about our credentials. */
export async function missingCredentials(
  config: OperatorConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly MissingCredentials[]> {
  const logins = createOwnLogins(createGithub({ hosts: githubHosts(config), env: environment }), config);
  await logins.refresh();
  return missingIn(config, logins);
}

/** The same of hosts that were asked already. */
export function missingIn(config: OperatorConfig, logins: Pick<OwnLogins, 'faults'>): readonly MissingCredentials[] {
  return [...logins.faults()].flatMap(([host, fault]) =>
    isSetUpFault(fault) && isUsed(config, host) ? [{ host, error: faultText(fault) }] : [],
  );
}

/** github.com has an entry even where the operator works elsewhere. */
function isUsed({ integrations, polling }: OperatorConfig, host: string): boolean {
  if (host !== 'github.com' || Object.keys(integrations.github.hosts).length === 1) return true;
  return polling.repositories.some((name) => name.split('/').length === 2);
}
