import { type Emit } from '@the-loop/events';
import { LoopError } from '@the-loop/graph-core';
import { type Dropped, route } from '@the-loop/router';
import { type Delivery, type DeliverySummary, type Inbox } from '@the-loop/store';
import { type DispatcherErrorCode } from '../errors.ts';
import { traceDrop } from '../explain/decision-trace.ts';
import { tellDrop, tellRouted } from '../explain/tell-decision.ts';
import { refsOf } from '../intake/read-snapshot.ts';
import { type DispatchSettings } from '../settings.ts';
import { type TakenRow } from './taken-row.ts';

/** What taking a row needs. */
export interface TakePorts {
  readonly inbox: Pick<Inbox, 'get' | 'decided' | 'settle'>;
  readonly emit: Emit;
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
  const routing = route({ deliveryId: row.guid, event: row.event, payload: payloadOf(delivery) }, settings.route);
  if (routing.kind === 'dropped') {
    await settleDrop(ports, row, routing);
    return null;
  }
  tellRouted(ports.emit, routing.event);
  return { row, event: routing.event, refs: refsOf(routing.event), attempts: row.attempts, decision: null };
}

/** Both writes are issued at once, so that a store may make them durable together; their order is kept. */
async function settleDrop({ inbox, emit }: TakePorts, row: DeliverySummary, dropped: Dropped): Promise<void> {
  tellDrop(emit, row, dropped);
  await Promise.all([
    inbox.decided(row.id, { lane: null, logicalKey: null, decision: traceDrop(dropped) }),
    inbox.settle(row.id, { status: 'dropped', reason: dropped.reason }),
  ]);
}

function payloadOf({ body, guid }: Delivery): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new LoopError<DispatcherErrorCode>('DISPATCH_BODY_UNREADABLE', `the body of delivery ${guid} is not JSON`, {
      remedy: 'Run: the-loop deliveries drop <id>',
      cause,
    });
  }
}
