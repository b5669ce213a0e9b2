import { type Notification } from '@the-loop/graph-core';
import * as v from 'valibot';

/** The name of an environment variable. The value of a secret never stands in a configuration file. */
export const EnvName = v.pipe(
  v.string(),
  v.regex(
    /^[A-Z_][A-Z0-9_]{0,99}$/,
    'expected the name of an environment variable in capitals; the secret itself belongs in the environment',
  ),
);

/** A repository on any host: `owner/repo` on github.com, or `host/owner/repo`. */
export const HostedRepository = v.pipe(
  v.string(),
  v.regex(
    /^(?:[a-z0-9][a-z0-9.-]{0,252}(?::[0-9]{1,5})?\/)?[A-Za-z0-9][A-Za-z0-9-]{0,38}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/,
    'expected owner/repo, or host/owner/repo',
  ),
);

/** A GitHub login; `@` in front is not part of it. */
export const Login = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?$/, 'expected a login, without @ in front'),
);

/** A host name, with a port where it needs one. */
export const HostName = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::[0-9]{1,5})?$/,
    'expected a host name in lower case, such as github.com',
  ),
);

/** A text that is not empty and stays on one line. */
export const Line = v.pipe(
  v.string(),
  v.minLength(1, 'expected text, got nothing'),
  v.maxLength(2000, 'expected at most 2000 characters'),
  v.regex(/^[^\r\n\0]*$/, 'expected a single line'),
);

/** A short name of something declared in the file. */
export const Name = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'expected a short name of lower-case letters, digits and dashes'),
);

/** The program and its arguments, one per item; no shell reads them. */
export const Argv = v.pipe(v.array(Line), v.maxLength(100, 'expected at most 100 arguments'));

/** A whole number between two bounds, both allowed. */
export function wholeNumber(from: number, to: number) {
  const message = `expected a whole number from ${from} to ${to}`;
  return v.pipe(v.number(), v.integer(message), v.minValue(from, message), v.maxValue(to, message));
}

/** What people are to a project. */
const ROLES = ['product-manager', 'architect', 'designer', 'engineer', 'qa', 'reviewer', 'approver'] as const;

const Roles = v.optional(v.array(v.picklist(ROLES)));

/** Roles to tell, per event. */
export const NotificationEvents = v.strictObject({
  'decision-pending': Roles,
  'phase-approval-pending': Roles,
  'pr-review-pending': Roles,
  'security-sign-off-pending': Roles,
  'conflict-escalated': Roles,
  'work-item-complete': Roles,
} satisfies Record<Notification, typeof Roles>);
