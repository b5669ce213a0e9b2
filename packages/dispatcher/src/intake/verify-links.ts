import { type Emit } from '@the-loop/events';
import { formatRef, refKey, sameRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import { type KnownSession } from '../decide/snapshot.ts';
import { refsToVerify } from '../decide/weak-refs.ts';
import { type Verifier } from '../ports.ts';
import { renameLink } from './rename-link.ts';

/** What asking about the weak refs of an event brought. */
export interface Verification {
  /** The event, with refs that moved under their new name. */
  readonly event: RoutedEvent;
  /** {@link refKey} of each ref that does not exist. */
  readonly missing: readonly string[];
  /** The answer per ref text that was asked about. */
  readonly asked: Readonly<Record<string, 'exists' | 'missing' | 'unknown'>>;
  /** New ref text per ref text that moved. */
  readonly moved: Readonly<Record<string, string>>;
}

/** Asks whether weak refs exist. Only a definitive answer drops one; whatever cannot be learned keeps it. */
export async function verifyLinks(
  ports: { readonly verifier: Verifier; readonly emit: Emit },
  event: RoutedEvent,
  context: { readonly sessions: readonly KnownSession[]; readonly signal: AbortSignal },
): Promise<Verification> {
  const missing: string[] = [];
  const asked: Record<string, 'exists' | 'missing' | 'unknown'> = {};
  const moved: Record<string, string> = {};
  let verified = event;
  for (const ref of refsToVerify(event, context.sessions)) {
    const answer = await ports.verifier.lookup(ref, { signal: context.signal });
    asked[formatRef(ref)] = answer.kind;
    if (answer.kind === 'missing') missing.push(refKey(ref));
    if (answer.kind === 'unknown') ports.emit({ event: 'routing.linkage_unknown', ...about(event, ref) });
    if (answer.kind === 'exists' && !sameRef(answer.ref, ref)) {
      ports.emit({ event: 'routing.rekeyed', to: formatRef(answer.ref), ...about(event, ref) });
      moved[formatRef(ref)] = formatRef(answer.ref);
      verified = renameLink(verified, ref, answer.ref);
    }
  }
  return { event: verified, missing, asked, moved };
}

function about(event: RoutedEvent, ref: WorkItemRef): { work_item: string; gh_event: string; delivery_id: string } {
  return { work_item: formatRef(ref), gh_event: event.event, delivery_id: event.deliveryId };
}
