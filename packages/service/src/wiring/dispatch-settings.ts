import { type OperatorConfig } from '@the-loop/config';
import { type DispatchSettings } from '@the-loop/dispatcher';
import { isNamed } from '../config/is-named.ts';
import { type KnownComments } from '../github/known-comments.ts';

/** The operator's decisions as the dispatcher takes them: one immutable value per row. */
export function dispatchSettings(
  config: OperatorConfig,
  ownLogins: readonly string[],
  comments: KnownComments,
): DispatchSettings {
  const { routing, trust, webhooks, sessions, integrations } = config;
  return {
    route: {
      authorizedUsers: routing.authorizedUsers,
      ownLogins,
      sharedIdentityAccepted: trust.sharedIdentity === 'accept',
      label: routing.autoExecuteLabel,
      control: { enabled: routing.control.enabled, keywords: routing.control.keywords },
      enabledEvents: webhooks.events,
      hosts: Object.keys(integrations.github.hosts).filter((host) => host !== 'github.com'),
      checklists: comments.checklists,
      ownComments: comments.own,
    },
    policy: {
      spawn: routing.spawn,
      controlEnabled: routing.control.enabled,
      requireStart: routing.requireStart,
      sessionPerPr: routing.sessionPerPr,
    },
    takesOver: (repository) => isNamed(config, repository),
    agent: sessions.agent,
    interaction: 'work-item',
    maxConcurrent: routing.maxConcurrent,
    maxAttempts: routing.maxAttempts,
  };
}
