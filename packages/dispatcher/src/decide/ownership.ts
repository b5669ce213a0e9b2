import { sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { bindingOf } from '@the-loop/sessions';
import { type KnownSession } from './snapshot.ts';

/** A paused session is live too: it still owns its refs. */
export function isLive({ record }: KnownSession): boolean {
  return record.status !== 'closed';
}

/** The ref is the session's own item or one of its pull requests. */
export function owns(session: KnownSession, ref: WorkItemRef): boolean {
  return sameRef(session.item, ref) || bindingOf(session.record, ref) !== undefined;
}

/** The ref is a pull request of the session that has not ended. */
export function hasOpenBinding(session: KnownSession, ref: WorkItemRef): boolean {
  return bindingOf(session.record, ref)?.status === 'active';
}
