import { createRecorder, type EventRecorder } from '@the-loop/events';
import { formatRef, refKey } from '@the-loop/graph-core';
import { createMemoryStore, type Store } from '@the-loop/store';
import { createDispatcher, type Dispatcher, type DispatcherPorts } from '../create-dispatcher.ts';
import { type DecisionPolicy } from '../decide/snapshot.ts';
import { createItemMoves } from '../moves/create-item-moves.ts';
import { type CheckoutRequest, type Existence, type RemoveOutcome } from '../ports.ts';
import { createAppliedRecord } from '../records/applied-record.ts';
import { createSessionRecords } from '../records/session-records.ts';
import { type DispatchSettings } from '../settings.ts';
import { type Sent, stored } from './deliveries.ts';
import { createFakeGraph, type FakeGraph } from './fake-graph.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

/** Everything that outlives a dispatcher: store, graph, checkouts, and what was told. */
export interface World {
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly graph: FakeGraph;
  readonly recorder: EventRecorder;
  /** Checkouts that exist, by the text of the item or pull request. */
  readonly checkouts: Set<string>;
  readonly ended: string[];
  /** Lanes in which no other turn may begin. */
  readonly held: Set<string>;
  /** Checkouts that are found under another name, and folders that were copied. */
  readonly followed: string[];
  /** Answers of the verifier by {@link refKey}; `exists` otherwise. */
  readonly existence: Map<string, Existence>;
  readonly asked: string[];
  settings: DispatchSettings;
  /** What removing a checkout answers to whoever does not confirm it; `preserved`: it holds work. */
  removal: RemoveOutcome;
  separate: boolean;
}

export const POLICY: DecisionPolicy = {
  spawn: 'commanded',
  controlEnabled: true,
  requireStart: true,
  sessionPerPr: 'cross-repository',
};

/** A world in which nothing has happened. */
export function createWorld(): World {
  const clock = createVirtualClock();
  return {
    store: createMemoryStore({ now: () => new Date(clock.now()) }),
    clock,
    graph: createFakeGraph(),
    recorder: createRecorder(),
    checkouts: new Set(),
    ended: [],
    held: new Set(),
    followed: [],
    existence: new Map(),
    asked: [],
    removal: { kind: 'removed' },
    separate: true,
    settings: {
      route: {
        authorizedUsers: ['alice', 'bob'],
        ownLogins: ['the-loop-bot'],
        sharedIdentityAccepted: false,
        label: 'the-loop: auto-execute',
        control: {},
        enabledEvents: [],
        hosts: [],
      },
      policy: POLICY,
      takesOver: () => true,
      agent: 'scripted',
      interaction: 'work-item',
      maxConcurrent: 4,
      maxAttempts: 5,
    },
  };
}

/** The ports of a dispatcher in this world; `change` replaces some. */
export function portsOf(world: World, change: Partial<DispatcherPorts> = {}): DispatcherPorts {
  const { store, clock, graph, recorder } = world;
  return {
    inbox: store.inbox,
    turns: store.turns,
    outbox: store.outbox,
    records: createSessionRecords(store.records),
    applied: createAppliedRecord(store.records),
    moves: createItemMoves(store),
    graph,
    workspaces: workspacesOf(world),
    conversations: {
      end: (endpoint) => {
        world.ended.push(endpoint);
        return Promise.resolve();
      },
      hold: (lane) => void world.held.add(lane),
      letGo: (lane) => void world.held.delete(lane),
    },
    verifier: {
      lookup: (ref) => {
        world.asked.push(formatRef(ref));
        return Promise.resolve(world.existence.get(refKey(ref)) ?? { kind: 'exists', ref });
      },
    },
    emit: recorder.emit,
    clock,
    nudge: { turns: () => undefined, outbox: () => undefined },
    newSessionId: () => 'session',
    ...change,
  };
}

function workspacesOf(world: World): DispatcherPorts['workspaces'] {
  const name = ({ item, pullRequest }: CheckoutRequest): string => formatRef(pullRequest?.ref ?? item);
  return {
    get separate() {
      return world.separate;
    },
    prepare: (request) => {
      world.checkouts.add(name(request));
      return Promise.resolve({ kind: 'ready', cwd: `/checkouts/${name(request)}` });
    },
    inspect: (request) => {
      if (!world.checkouts.has(name(request))) return Promise.resolve('absent');
      return Promise.resolve(world.removal.kind === 'preserved' ? 'unsaved' : 'clean');
    },
    remove: (request) => {
      const outcome: RemoveOutcome = request.confirmed ? { kind: 'removed' } : world.removal;
      if (outcome.kind === 'removed') world.checkouts.delete(name(request));
      return Promise.resolve(outcome);
    },
    follow: ({ before, after }) => {
      world.followed.push(`${name(before)} -> ${name(after)}`);
      if (world.checkouts.delete(name(before))) world.checkouts.add(name(after));
      return Promise.resolve();
    },
    carry: ({ from, to }) => {
      world.followed.push(`${from.cwd} => ${to.cwd}`);
      return Promise.resolve();
    },
  };
}

/** A dispatcher of this world. */
export function dispatcherOf(world: World, change: Partial<DispatcherPorts> = {}): Dispatcher {
  return createDispatcher({ ports: portsOf(world, change), settings: () => world.settings });
}

let guids = 0;

/** Stores deliveries in this order; answers their guids. */
export async function send(world: World, ...sent: readonly Sent[]): Promise<readonly string[]> {
  const batch = sent.map((each) => stored(each, `delivery-${++guids}`, world.clock.now()));
  await world.store.inbox.accept(batch);
  return batch.map(({ guid }) => guid);
}

/** Works until nothing is left, going through every back-off. */
export async function drain(world: World, dispatcher: Dispatcher): Promise<void> {
  dispatcher.notify();
  do {
    await dispatcher.idle();
  } while (dispatcher.counts().rows > 0 && world.clock.next());
}

/** Sends deliveries one after another through a fresh dispatcher, each until nothing is left. */
export async function play(world: World, ...sent: readonly Sent[]): Promise<Dispatcher> {
  const dispatcher = dispatcherOf(world);
  await dispatcher.start();
  for (const each of sent) {
    await send(world, each);
    await drain(world, dispatcher);
  }
  return dispatcher;
}

/** The status and reason of every delivery, oldest first. */
export async function ends(world: World): Promise<string[]> {
  const rows = await world.store.inbox.list({ limit: 1000 });
  return rows.reverse().map((row) => (row.reason === '' ? row.status : `${row.status} ${row.reason}`));
}

/** The turns that wait, as `kind endpoint`, oldest first. */
export async function turnsOf(world: World): Promise<string[]> {
  const turns = await world.store.turns.list({ limit: 1000 });
  return turns.reverse().map((turn) => `${turn.kind} ${turn.endpoint}`);
}

/** The writes that wait, as `kind: text or sign`, oldest first. */
export async function writesOf(world: World): Promise<string[]> {
  const rows = await world.store.outbox.list({ limit: 1000 });
  return rows.reverse().map((row) => {
    const payload = row.payload as { readonly body?: string; readonly content?: string };
    return `${row.kind}: ${payload.body ?? payload.content ?? ''}`;
  });
}
