import {
  createSessionRecords,
  type DispatchSettings,
  decideWithRule,
  readSnapshot,
  traceDecision,
  type Verifier,
  verifyLinks,
} from '@the-loop/dispatcher';
import { parseRef, refKey } from '@the-loop/graph-core';
import { route } from '@the-loop/router';
import { createMemoryStore, type Store } from '@the-loop/store';
import { type OperationContext } from '../operation-context.ts';
import { type NamedFiles, type ServiceMemory } from '../service-memory.ts';
import { noMemory } from './no-memory.ts';

export const NOW = Date.parse('2026-01-02T03:04:05Z');

/** A context over a store in memory, as the operator sees it. */
export interface MemoryContext {
  readonly context: OperationContext;
  readonly store: Store;
  readonly settings: DispatchSettings;
  /** What the service was asked for, in order. */
  readonly asked: string[];
  readonly files: Map<string, string>;
}

export interface MemoryContextOptions {
  readonly authorizedUsers?: readonly string[];
  /** False: nobody works on the store. */
  readonly isRunning?: boolean;
  /** What the service does when it is to flush. */
  readonly flush?: (store: Store) => Promise<void>;
  readonly store?: Store;
}

export function memoryContext(options: MemoryContextOptions = {}): MemoryContext {
  const { isRunning = true, flush, authorizedUsers = ['alice'] } = options;
  const store = options.store ?? createMemoryStore({ now: () => new Date(NOW) });
  const asked: string[] = [];
  const files = new Map<string, string>();
  const settings = settingsOf(authorizedUsers);
  const memory: ServiceMemory = {
    store,
    now: () => NOW,
    settings: () => Promise.resolve(settings),
    verbsOf: () => Promise.resolve(null),
    service: isRunning
      ? {
          takeDeliveries: () => void asked.push('deliveries'),
          async flushWrites() {
            asked.push('writes');
            await flush?.(store);
          },
        }
      : null,
  };
  const context: OperationContext = {
    ...noMemory,
    isAgent: false,
    verbs: () => Promise.reject(new Error('no checkout')),
    events: { query: () => Promise.resolve([]) },
    memory: (use) => use(memory),
    files: filesIn(files),
  };
  return { context, store, settings, asked, files };
}

function filesIn(files: Map<string, string>): NamedFiles {
  return {
    read: (path) => Promise.resolve(files.get(path) ?? ''),
    write(path, text) {
      files.set(path, text);
      return Promise.resolve();
    },
  };
}

function settingsOf(authorizedUsers: readonly string[]): DispatchSettings {
  return {
    route: {
      authorizedUsers,
      ownLogins: ['the-loop[bot]'],
      sharedIdentityAccepted: false,
      label: 'the-loop: auto-execute',
      control: {},
      enabledEvents: [],
      hosts: [],
    },
    policy: { spawn: 'commanded', controlEnabled: true, requireStart: true, sessionPerPr: 'cross-repository' },
    agent: 'scripted',
    interaction: 'work-item',
    maxConcurrent: 4,
    takesOver: () => false,
    maxAttempts: 5,
  };
}

/** A comment on an issue of `acme/app`. */
export function comment(body: string, { by = 'alice', number = 7 } = {}): SentDelivery {
  const repository = { full_name: 'acme/app', html_url: 'https://github.com/acme/app', default_branch: 'main' };
  const user = { login: by, id: by.length + 100, email: `${by}@example.org` };
  return {
    event: 'issue_comment',
    payload: {
      action: 'created',
      repository,
      sender: user,
      issue: { number, node_id: `I_${number}`, state: 'open', title: 'Secret title', labels: [] },
      comment: { id: 501, node_id: 'IC_501', body, user, created_at: '2026-01-01T00:00:00Z' },
    },
  };
}

export interface SentDelivery {
  readonly event: string;
  readonly payload: object;
}

/** Stores a delivery; answers its number. */
export async function sent({ store }: MemoryContext, { event, payload }: SentDelivery): Promise<number> {
  const before = (await store.inbox.list({ limit: 1 }))[0]?.id ?? 0;
  const guid = `guid-${before + 1}`;
  const body = new TextEncoder().encode(JSON.stringify(payload));
  await store.inbox.accept([
    { host: 'github.com', hook: '1', guid, event, source: 'webhook', receivedAt: NOW - 60_000, body, bodyDigest: guid },
  ]);
  return (await store.inbox.find(guid))?.id ?? 0;
}

const unknowing: Verifier = { lookup: () => Promise.resolve({ kind: 'unknown' }) };

/** What GitHub answered when the dispatcher asked about a delivery. */
export interface AskedGithub {
  /** The payload with what was added to it. */
  readonly enriched?: object;
  readonly verifier?: Verifier;
}

/** Stores a delivery and decides it as the dispatcher does; its effects are not carried out. */
export async function decided(
  world: MemoryContext,
  delivery: SentDelivery,
  { enriched = delivery.payload, verifier = unknowing }: AskedGithub = {},
): Promise<number> {
  const { store, settings } = world;
  const id = await sent(world, delivery);
  const routing = route({ deliveryId: `guid-${id}`, event: delivery.event, payload: enriched }, settings.route);
  if (routing.kind === 'dropped') {
    const links = routing.links.map(({ ref, ...link }) => ({
      ...link,
      ref: `github:${ref.owner}/${ref.repo}#${ref.number}`,
      existence: 'not-asked',
    }));
    const trace = { version: 1, kind: 'dropped', reason: routing.reason, action: routing.action, links };
    await store.inbox.decided(id, {
      lane: null,
      logicalKey: null,
      decision: { ...trace, actor: routing.actor?.login ?? '' },
    });
    await store.inbox.settle(id, { status: 'dropped', reason: routing.reason });
    return id;
  }
  const emit = () => undefined;
  const signal = new AbortController().signal;
  const verification = await verifyLinks({ verifier, emit }, routing.event, { sessions: [], signal });
  const snapshot = await readSnapshot(
    {
      records: createSessionRecords(store.records),
      graph: { context: () => Promise.reject(new Error('no graph')) },
      workspaces: { separate: true },
      emit,
    },
    { verification, duplicate: null, settings, signal },
  );
  const { rule, decision } = decideWithRule(verification.event, snapshot);
  const first = routing.event.links[0];
  await store.inbox.decided(id, {
    lane: first === undefined ? null : refKey(first.ref),
    logicalKey: routing.event.logicalKey,
    decision: traceDecision({ verification, snapshot, rule, decision }),
  });
  if (decision.settle !== 'retry') await store.inbox.settle(id, { status: decision.settle, reason: decision.reason });
  return id;
}

export const ITEM = parseRef('github:acme/app#7');
export const LANE = refKey(ITEM);

/** A session of the item, with one pull request. */
export async function withSession({ store }: MemoryContext): Promise<void> {
  const records = createSessionRecords(store.records);
  const at = '2026-01-01T00:00:00Z';
  await records.change(ITEM, {
    kind: 'start',
    ref: ITEM,
    at,
    agent: 'scripted',
    sessionId: 's-1',
    cwd: '/secret/place',
  });
  await records.change(ITEM, { kind: 'bind', pullRequest: parseRef('github:acme/infra#3'), at });
}

/** Decided, and not carried out yet. */
export async function decidedOnly(world: MemoryContext, delivery: SentDelivery): Promise<number> {
  const { inbox } = world.store;
  const id = await decided(world, delivery);
  const row = await inbox.get(id);
  await inbox.requeue(id);
  if (row !== null) await inbox.decided(id, row);
  return id;
}
