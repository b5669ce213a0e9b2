import { type HarnessConfig, type NotificationRoles, type OperatorConfig } from '@the-loop/config';
import { type HookSettings, LoopError, NOTIFICATIONS } from '@the-loop/graph-core';

/** What hooks are told: the operator's decisions, and what a repository says about itself. */
export interface HookSettingsInput {
  readonly operator: OperatorConfig;
  readonly harness: HarnessConfig;
  /** Whether the checkout has a harness configuration. */
  readonly repoInitialized: boolean;
  /** `owner/repo` of the checkout; empty when unknown. */
  readonly originRepo: string;
  /** The GitHub it is on. */
  readonly originHost: string;
  /** Logins we post as. */
  readonly ownLogins: readonly string[];
}

/**
 * A repository never adds to who may answer: everything about people is the operator's. Throws `SERVICE_LABEL_PREFIX_REFUSED`
 * when the label that starts work begins with the repository's prefix: whoever sets a phase label would take it away.
 */
export function hookSettings(input: HookSettingsInput): HookSettings {
  const { operator, harness, originRepo, originHost, repoInitialized, ownLogins } = input;
  const { routing, trust, verify, notifications } = operator;
  refuseArmingPrefix(harness.workflow.phaseLabelPrefix, routing.autoExecuteLabel);
  return {
    authorizedUsers: routing.authorizedUsers,
    ownLogins,
    sharedIdentityAccepted: trust.sharedIdentity === 'accept',
    phaseLabelPrefix: harness.workflow.phaseLabelPrefix,
    executeKeyword: routing.control.keywords.execute,
    sessionPerPr: routing.sessionPerPr,
    originRepo,
    originHost,
    repoInitialized,
    verifyCommand: verify.command,
    notifications: harness.notifications.enabled
      ? definedRoles({ ...harness.notifications.events, ...notifications.events })
      : NOBODY,
    minApprovals: routing.minApprovals,
  };
}

/** Every event with nobody to tell: an event that is absent has roles of its own. */
const NOBODY: HookSettings['notifications'] = Object.fromEntries(NOTIFICATIONS.map((event) => [event, []]));

function definedRoles(roles: NotificationRoles): HookSettings['notifications'] {
  return Object.fromEntries(
    Object.entries(roles).flatMap(([event, named]) => (named === undefined ? [] : [[event, named]])),
  );
}

/** GitHub compares labels without letter case. */
function refuseArmingPrefix(prefix: string, label: string): void {
  if (!label.toLowerCase().startsWith(prefix.toLowerCase())) return;
  throw new LoopError(
    'SERVICE_LABEL_PREFIX_REFUSED',
    `the label "${label}" begins with the phase label prefix "${prefix}"`,
    {
      remedy:
        'choose another workflow.phaseLabelPrefix in the harness configuration, or another routing.autoExecuteLabel',
    },
  );
}
