import { type OperatorConfig } from '@the-loop/config';
import { LoopError } from '@the-loop/graph-core';
import { checkGit } from '@the-loop/sessions';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** What must hold before anything is opened. Throws `SERVICE_*` with what, why and the command that fixes it. */
export async function startupChecks(
  config: OperatorConfig,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  await demandGit(config, environment);
  demandSecret(config, environment);
  demandAgent(config);
}

/** What may be so, and is seldom meant. */
export function startupWarnings({ webhooks, routing }: OperatorConfig): readonly string[] {
  const lacking = ['issues', 'pull_request'].filter((event) => !webhooks.events.includes(event));
  const nobody = 'routing.authorizedUsers is empty: nobody can start anything or answer a gate on GitHub';
  const unheard = `webhooks.events lacks ${lacking.join(' and ')}: what was closed or merged would never be heard of`;
  return [...(routing.authorizedUsers.length === 0 ? [nobody] : []), ...(lacking.length === 0 ? [] : [unheard])];
}

/** The shared secret of the webhook; empty where the operator allows unsigned deliveries on loopback. */
export function webhookSecret(
  config: OperatorConfig,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  return environment[config.webhooks.secretEnv] ?? '';
}

async function demandGit(config: OperatorConfig, environment: Readonly<Record<string, string>>): Promise<void> {
  const git = await checkGit({ environment, gitBinary: config.workspace.gitBinary });
  if (git.kind === 'found') return;
  const why = git.kind === 'missing' ? 'was not found' : 'is too old';
  throw new LoopError(
    'SERVICE_GIT_MISSING',
    `${config.workspace.gitBinary} ${why}; every work item has a git checkout`,
    {
      remedy: 'install git (such as: apt-get install git), or set workspace.gitBinary in the configuration',
    },
  );
}

function demandSecret(config: OperatorConfig, environment: Readonly<Record<string, string>>): void {
  const { allowUnsigned, secretEnv } = config.webhooks;
  if (webhookSecret(config, environment) !== '') return;
  if (allowUnsigned && LOOPBACK.has(config.service.host)) return;
  const remedy = `export ${secretEnv}=<the secret of the webhook>`;
  if (allowUnsigned) {
    throw new LoopError(
      'SERVICE_UNSIGNED_REFUSED',
      `${secretEnv} is not set, and unsigned deliveries are allowed on loopback only, not on ${config.service.host}`,
      { remedy: `${remedy}, or set service.host to 127.0.0.1` },
    );
  }
  throw new LoopError('SERVICE_SECRET_MISSING', `${secretEnv} is not set, and unsigned deliveries would be anybody's`, {
    remedy,
  });
}

/** Throws `SERVICE_AGENT_UNKNOWN` where no agent is chosen. */
export function demandAgent(config: OperatorConfig): void {
  if (config.sessions.agent !== '') return;
  throw new LoopError('SERVICE_AGENT_UNKNOWN', 'no agent is configured, so nothing could work on a ticket', {
    remedy: 'set sessions.agent in the configuration, such as: claude',
  });
}
