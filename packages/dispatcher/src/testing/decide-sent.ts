import { type RoutedEvent, route } from '@the-loop/router';
import { decide } from '../decide/decide.ts';
import { type Decision } from '../decide/decision.ts';
import { type Snapshot } from '../decide/snapshot.ts';
import { type Sent } from './deliveries.ts';
import { createWorld, POLICY } from './world.ts';

const EMPTY: Snapshot = {
  sessions: [],
  control: {},
  frozen: {},
  missing: [],
  progress: {},
  closer: 'person',
  duplicate: null,
  workspace: true,
  policy: POLICY,
};

/** What is decided about a delivery with the id `d`, given what is known; guards that drop it are a fault of the test. */
export function decideSent(sent: Sent, known: Partial<Snapshot> = {}, change: Partial<RoutedEvent> = {}): Decision {
  const routing = route({ deliveryId: 'd', event: sent.event, payload: sent.payload }, createWorld().settings.route);
  if (routing.kind === 'dropped') throw new Error(routing.reason);
  return decide({ ...routing.event, ...change }, { ...EMPTY, ...known });
}
