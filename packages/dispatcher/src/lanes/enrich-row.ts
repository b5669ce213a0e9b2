import { type RoutedEvent, route } from '@the-loop/router';
import { type Inbox } from '@the-loop/store';
import { type ClosingReader, enrichClosingReferences } from '../intake/enrich-closing-references.ts';
import { type Identities } from '../ports.ts';
import { type SessionRecords } from '../records/session-records.ts';
import { type DispatchSettings } from '../settings.ts';
import { payloadOf } from './payload-of.ts';
import { type TakenRow } from './taken-row.ts';

/** What adding to a row's event needs. */
export interface EnrichPorts {
  readonly inbox: Pick<Inbox, 'body'>;
  readonly records: Pick<SessionRecords, 'named'>;
  readonly identities?: Identities | undefined;
  /** Absent: events say what their payloads say. */
  readonly closing?: ClosingReader | undefined;
}

/**
 * The event of a row with what GitHub says of its pull request: what it closes, and its branches; by the names of today. Null
 * where there is nothing to add: then the event is what it was. A row that was decided before keeps the event it was decided by.
 */
export async function enrichRow(
  { inbox, records, identities, closing }: EnrichPorts,
  { row, event, decision }: TakenRow,
  { settings, signal }: { readonly settings: DispatchSettings; readonly signal: AbortSignal },
): Promise<RoutedEvent | null> {
  const ref = pullRequestOf(event);
  const isDecided = decision !== null || row.decision !== null;
  if (closing === undefined || isDecided || ref === null) return null;
  const body = await inbox.body(row.id);
  if (body === null) return null;
  const asked = { event: row.event, payload: payloadOf({ body, guid: row.guid }), ref, signal };
  const payload = await enrichClosingReferences(closing, asked);
  if (payload === null) return null;
  const pinnedIds = identities?.pinned(row.host);
  const context = pinnedIds === undefined ? settings.route : { ...settings.route, pinnedIds };
  const routing = route({ deliveryId: row.guid, event: row.event, payload }, context);
  return routing.kind === 'routed' ? records.named(routing.event) : null;
}

function pullRequestOf({ entity }: RoutedEvent): RoutedEvent['entity']['ref'] {
  return entity.kind === 'pull-request' ? entity.ref : null;
}
