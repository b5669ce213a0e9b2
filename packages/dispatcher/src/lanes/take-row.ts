import { type Emit } from '@the-loop/events';
import { type Dropped, type RoutedEvent, repositoryMove, route } from '@the-loop/router';
import { type DeliverySummary, type Inbox } from '@the-loop/store';
import { traceDrop } from '../explain/decision-trace.ts';
import { tellDrop, tellImpostor, tellRouted } from '../explain/tell-decision.ts';
import { spreadMove } from '../moves/spread-move.ts';
import { type Identities } from '../ports.ts';
import { type SessionRecords } from '../records/session-records.ts';
import { type DispatchSettings } from '../settings.ts';
import { type LaneFinder } from './lane-finder.ts';
import { payloadOf } from './payload-of.ts';
import { rowLost } from './row-lost.ts';
import { type TakenRow } from './taken-row.ts';

/** What taking a row needs. */
export interface TakePorts {
  readonly inbox: Pick<Inbox, 'body' | 'bodies' | 'decided' | 'settle' | 'accept'>;
  readonly records: Pick<SessionRecords, 'named' | 'refsIn' | 'announce' | 'ahead'>;
  readonly emit: Emit;
  /** Absent: a login alone says who somebody is. */
  readonly identities?: Identities | undefined;
}

/** A row as it was claimed. */
export interface ReadRow {
  readonly row: DeliverySummary;
  /** Where it was read together with others; read alone where it is undefined. */
  readonly body: Uint8Array | undefined;
}

export interface TakeOptions {
  readonly settings: DispatchSettings;
  /** What rows that were taken before name of a repository: something may be kept of it when they are done. */
  readonly named: LaneFinder['named'];
}

/**
 * Reads a row's body and passes it through the guards. A drop is settled here, with its trace; null then, or when the
 * row is gone. `spread`: a repository moved, and deliveries that say so were stored. Throws `DISPATCH_BODY_UNREADABLE`.
 */
export async function takeRow(
  ports: TakePorts,
  { row, body: read }: ReadRow,
  { settings, named }: TakeOptions,
): Promise<TakenRow | 'spread' | null> {
  const body = read ?? (await ports.inbox.body(row.id));
  if (body === null) return null;
  const pinnedIds = ports.identities?.pinned(row.host);
  const context = pinnedIds === undefined ? settings.route : { ...settings.route, pinnedIds };
  const payload = payloadOf({ body, guid: row.guid });
  if (await spreads(ports, row, { payload, settings, named })) return 'spread';
  const routing = route({ deliveryId: row.guid, event: row.event, payload }, context);
  if (routing.kind === 'dropped') {
    if (pinnedIds !== undefined) tellImpostor(ports.emit, row, { dropped: routing, pinnedIds });
    await settleDrop(ports, row, routing);
    return null;
  }
  await pin(ports, row, routing.event);
  tellRouted(ports.emit, routing.event);
  const event = await ports.records.named(routing.event);
  return {
    row,
    event,
    ahead: await ports.records.ahead(event),
    place: null,
    verification: null,
    attempts: row.attempts,
    waits: row.attempts,
    awaySince: null,
    decision: null,
  };
}

/** Whether the row tells of a repository of a host of ours that moved. */
async function spreads(
  ports: TakePorts,
  row: DeliverySummary,
  { payload, settings, named }: TakeOptions & { readonly payload: unknown },
): Promise<boolean> {
  const move = repositoryMove(row.event, payload);
  const { hosts, enabledEvents } = settings.route;
  const isEnabled = enabledEvents.length === 0 || enabledEvents.includes(row.event);
  const isOurs = move !== null && (move.to.host === 'github.com' || hosts.includes(move.to.host));
  if (move === null || !isEnabled || !isOurs) return false;
  if (!(await spreadMove(ports, row, { ...move, named: named(move.from) }))) throw rowLost();
  return true;
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
