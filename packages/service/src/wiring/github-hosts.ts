import { type GithubHostConfig, type OperatorConfig } from '@the-loop/config';
import { type GithubHostOptions } from '@the-loop/integrations-github';

/** The operator's hosts as the GitHub client takes them. */
export function githubHosts(config: OperatorConfig): Readonly<Record<string, GithubHostOptions>> {
  const hosts = Object.entries(config.integrations.github.hosts);
  return Object.fromEntries(hosts.map(([name, host]) => [name, hostOptions(host)]));
}

function hostOptions({ app, ...base }: GithubHostConfig): GithubHostOptions {
  if (app === undefined) return base;
  const { id, installationId, privateKeyEnv, privateKeyPath } = app;
  return {
    ...base,
    app: {
      id,
      installationId,
      ...(privateKeyEnv === undefined ? {} : { privateKeyEnv }),
      ...(privateKeyPath === undefined ? {} : { privateKeyPath }),
    },
  };
}
