import { type Notification, rolesToTell } from '@the-loop/graph-core';
import { defineHook } from '../../definition/define-hook.ts';
import { notifyOptions } from './options.ts';

const TEXT: Readonly<Record<Notification, string>> = {
  'decision-pending': 'waits for a decision',
  'phase-approval-pending': 'waits for an approval',
  'pr-review-pending': 'waits for a review',
  'security-sign-off-pending': 'waits for a security sign-off',
  'conflict-escalated': 'needs a person: it does not get on by itself',
  'work-item-complete': 'is complete',
};

/** Tells people by role, over the operator's channels: the operator's roles, else the graph's, else the event's own. */
export const notify = defineHook({
  name: 'notify',
  capability: 'pure',
  dataKeys: ['roles'],
  options: notifyOptions,
  run: ({ address, node, settings }, { event, roles: fallback }) => {
    const roles = rolesToTell(event, settings.notifications, fallback);
    if (roles.length === 0) return { status: 'skip' };
    const where = address.pr === undefined ? '' : ` (pull request ${address.prRepo ?? ''}#${address.pr})`;
    const text = `${address.id}${where} ${TEXT[event]} at ${node.id}`;
    return { status: 'pass', data: { roles }, effects: [{ kind: 'notify', event, roles, text }] };
  },
});
