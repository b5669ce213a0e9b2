import { type GithubHostConfig, type OperatorConfig } from '@the-loop/config';
import { type GithubHostOptions } from '@the-loop/integrations-github';

/** The operator's hosts as the GitHub client takes them. */
export function githubHosts(config: OperatorConfig): Readonly<Record<string, GithubHostOptions>> {
  const hosts = Object.entries(config.integrations.github.hosts);
  return Object.fromEntries(hosts.map(([name, host]) => [name, hostOptions(host)]));
}

function hostOptions({ apiBase, tokenEnv, transport, binary, app }: GithubHostConfig): GithubHostOptions {
  const base = { apiBase, tokenEnv, transport, binary };
  if (app?.installationId === undefined) return base;
  return { ...base, app: { id: app.id, installationId: app.installationId, privateKeyEnv: app.privateKeyEnv } };
}
