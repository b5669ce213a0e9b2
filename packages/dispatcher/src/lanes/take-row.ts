import { type Emit } from '@the-loop/events';
import { type Dropped, type RoutedEvent, route } from '@the-loop/router';
import { type DeliverySummary, type Inbox } from '@the-loop/store';
import { traceDrop } from '../explain/decision-trace.ts';
import { tellDrop, tellImpostor, tellRouted } from '../explain/tell-decision.ts';
import { refsOf } from '../intake/read-snapshot.ts';
import { type Identities } from '../ports.ts';
import { type DispatchSettings } from '../settings.ts';
import { payloadOf } from './payload-of.ts';
import { type TakenRow } from './taken-row.ts';

/** What taking a row needs. */
export interface TakePorts {
  readonly inbox: Pick<Inbox, 'get' | 'decided' | 'settle'>;
  readonly emit: Emit;
  /** Absent: a login alone says who somebody is. */
  readonly identities?: Identities | undefined;
}

/**
 * Reads a row's body and passes it through the guards. A drop is settled here, with its trace; null then, or when the
 * row is gone. Throws `DISPATCH_BODY_UNREADABLE`.
 */
export async function takeRow(
  ports: TakePorts,
  row: DeliverySummary,
  settings: DispatchSettings,
): Promise<TakenRow | null> {
  const delivery = await ports.inbox.get(row.id);
  if (delivery === null) return null;
  const pinnedIds = ports.identities?.pinned(row.host);
  const context = pinnedIds === undefined ? settings.route : { ...settings.route, pinnedIds };
  const routing = route({ deliveryId: row.guid, event: row.event, payload: payloadOf(delivery) }, context);
  if (routing.kind === 'dropped') {
    if (pinnedIds !== undefined) tellImpostor(ports.emit, row, { dropped: routing, pinnedIds });
    await settleDrop(ports, row, routing);
    return null;
  }
  await pin(ports, row, routing.event);
  tellRouted(ports.emit, routing.event);
  return {
    row,
    event: routing.event,
    refs: refsOf(routing.event),
    verification: null,
    attempts: row.attempts,
    waits: row.attempts,
    awaySince: null,
    decision: null,
  };
}

/** An authorized login is the account that used it first. */
async function pin({ identities }: TakePorts, { host }: DeliverySummary, event: RoutedEvent): Promise<void> {
  const { actor, actorAuthorized } = event;
  if (identities === undefined || actor === null || actor.id === null || !actorAuthorized) return;
  await identities.pin(host, { login: actor.login, id: actor.id });
}

/** Both writes are issued at once, so that a store may make them durable together; their order is kept. */
async function settleDrop({ inbox, emit }: TakePorts, row: DeliverySummary, dropped: Dropped): Promise<void> {
  tellDrop(emit, row, dropped);
  const { id, fence } = row;
  await Promise.all([
    inbox.decided(id, { lane: null, logicalKey: null, decision: traceDrop(dropped), fence }),
    inbox.settle(id, { status: 'dropped', reason: dropped.reason, fence }),
  ]);
}
