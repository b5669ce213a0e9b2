import { createRecorder, type EventRecorder } from '@the-loop/events';
import { parseRef } from '@the-loop/graph-core';
import { createGithub, type GithubOperations } from '@the-loop/integrations-github';
import { createMemoryStore, type DeliverySummary, type Store } from '@the-loop/store';
import { type GithubEmulator, startGithubEmulator } from '@the-loop/testkit';
import { createPoller, type Poller } from '../polling/create-poller.ts';
import { type PollPorts, type PollSettings } from '../polling/poll-ports.ts';
import { createSessionRecords, type SessionRecords } from '../records/session-records.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

/** A poller over an emulated GitHub, without anybody who works on what it stores. */
export interface PolledWorld {
  readonly github: GithubEmulator;
  /** The emulated GitHub as we reach it. */
  readonly operations: GithubOperations;
  readonly clock: VirtualClock;
  readonly store: Store;
  readonly records: SessionRecords;
  readonly recorder: EventRecorder;
  readonly poller: Poller;
  /** A poller of another process over the same store. */
  another(change?: Partial<PollPorts>): Poller;
  /** A cycle a minute later; answers what it stored, as `event action on`. */
  poll(): Promise<readonly string[]>;
  /** Payloads of what is stored, oldest first. */
  payloads(): Promise<readonly Readonly<Record<string, never>>[]>;
  /** Somebody's `start` about an item is on record. */
  command(ref: string): Promise<void>;
  close(): Promise<void>;
}

const POLLED = { host: 'github.com', owner: 'octo', repo: 'app' };

/** alice is authorized; the-loop[bot] is us. */
export async function createPolledWorld(change: Partial<PollSettings> = {}): Promise<PolledWorld> {
  const clock = createVirtualClock();
  const github = await startGithubEmulator({ users: { token: 'the-loop[bot]' }, now: () => clock.now() });
  github.createRepository('octo/app', { collaborators: ['alice'] });
  const store = createMemoryStore({ now: () => new Date(clock.now()) });
  const recorder = createRecorder();
  const records = createSessionRecords(store.records);
  const operations = createGithub({
    hosts: { 'github.com': { apiBase: github.url, transport: 'api' } },
    env: { GH_TOKEN: 'token' },
  });
  const ports: PollPorts = {
    github: operations,
    inbox: store.inbox,
    store: store.records,
    records,
    emit: recorder.emit,
    clock,
    notify: () => undefined,
  };
  const settings: PollSettings = {
    label: 'auto',
    isAuthorized: (login) => login === 'alice',
    control: {},
    events: [],
    ...change,
  };
  const another = (change: Partial<PollPorts> = {}) =>
    createPoller({
      ports: { ...ports, ...change },
      settings: () => settings,
      repositories: [POLLED],
      intervalMs: 60_000,
    });
  const poller = another();
  return {
    github,
    operations,
    clock,
    store,
    records,
    recorder,
    poller,
    another,
    poll: async () => {
      const before = (await rows(store)).length;
      clock.advance(60_000);
      await poller.cycle();
      return (await told(store)).slice(before);
    },
    payloads: () => payloads(store),
    command: (ref) =>
      records.recordControl(parseRef(ref), {
        ref,
        command: 'start',
        via: 'comment',
        actor: 'alice',
        requestedAt: '2026-01-01T00:00:00Z',
        note: '',
      }),
    close: () => github.close(),
  };
}

async function rows(store: Store): Promise<readonly DeliverySummary[]> {
  return (await store.inbox.list({ limit: 1000 })).reverse();
}

async function payloads(store: Store): Promise<readonly Readonly<Record<string, never>>[]> {
  const bodies = await Promise.all((await rows(store)).map(({ id }) => store.inbox.get(id)));
  return bodies.map((row) => JSON.parse(new TextDecoder().decode(row?.body)) as Record<string, never>);
}

interface Told {
  readonly action: string;
  readonly issue?: { readonly number: number };
  readonly pull_request?: { readonly number: number };
  readonly comment?: { readonly body: string };
}

async function told(store: Store): Promise<readonly string[]> {
  const all = (await payloads(store)) as unknown as readonly Told[];
  const events = (await rows(store)).map(({ event }) => event);
  return all.map(({ action, issue, pull_request: pull, comment }, index) => {
    const number = issue?.number ?? pull?.number ?? 0;
    return `${events[index] ?? ''} ${action} #${number}${comment === undefined ? '' : `: ${comment.body}`}`;
  });
}
