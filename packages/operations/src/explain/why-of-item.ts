import { type ControlRecord, createSessionRecords, graphTarget } from '@the-loop/dispatcher';
import { formatRef, parseRef, refKey, specIdFor, type WorkItemRef } from '@the-loop/graph-core';
import { type VerbContext } from '@the-loop/graph-runtime';
import { type SessionRecord, type SessionStatus } from '@the-loop/sessions';
import { type Store, type Turn } from '@the-loop/store';
import { type ListedDelivery, listedDelivery } from '../deliveries/listed-delivery.ts';
import { type ListedWrite, listedWrite } from '../outbox/listed-write.ts';
import { instant } from '../render/instant.ts';
import { laneName } from '../render/lane-name.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { type FailedStart, failedStart } from './failed-start.ts';
import { type FailedTurn, failedTurn } from './failed-turn.ts';
import { findConsidered } from './find-considered.ts';
import { readStanding, type Standing } from './standing.ts';
import { whoCanAct } from './who-can-act.ts';

/** Why a work item stands where it stands. */
export interface WhyReport {
  /** Ref text, or the id where no service is involved. */
  readonly workItem: string;
  /** False when nothing at all is recorded about it. */
  readonly known: boolean;
  readonly session: SessionStatus | null;
  /** The last command about it. */
  readonly control: Pick<ControlRecord, 'command' | 'actor' | 'requestedAt'> | null;
  /** Null without a checkout. */
  readonly standing: Standing | Unreadable | null;
  readonly inner: readonly { readonly pullRequest: string; readonly standing: Standing | Unreadable | null }[];
  readonly whoCanAct: readonly string[];
  readonly last: ListedDelivery | null;
  readonly lastThatActed: ListedDelivery | null;
  readonly unfinished: readonly ListedDelivery[];
  readonly turns: readonly UnfinishedTurn[];
  /** The last turn that ended, where it failed. */
  readonly failedTurn: FailedTurn | null;
  /** Writes that are not done, oldest first. */
  readonly writes: readonly ListedWrite[];
  /** When this was asked, in milliseconds since 1970. */
  readonly now: number;
}

interface Unreadable {
  readonly unreadable: string;
}

interface UnfinishedTurn {
  readonly endpoint: string;
  readonly kind: Turn['kind'];
  readonly status: 'waiting' | 'running';
  readonly pid: number | null;
  readonly startedAt: string | null;
}

/** Gathers what the service's memory and the item's graph tell. */
export async function whyOfItem(memory: ServiceMemory, item: WorkItemRef): Promise<WhyReport> {
  const { store } = memory;
  const records = createSessionRecords(store.records);
  const control = await records.control(item);
  const session = (await records.find(item))?.record ?? null;
  const { failed, ...deliveries } = await deliveriesOf(store, item, session);
  const lastFailed = await failedTurn(store.turns, item);
  const turns = await unfinishedTurns(store, item);
  const standings = await standingsOf(memory, item, session);
  const isRecorded = session !== null || control !== null;
  return {
    workItem: formatRef(item),
    known: isRecorded || deliveries.last !== null || deliveries.unfinished.length > 0,
    session: session?.status ?? null,
    control: control && { command: control.command, actor: control.actor, requestedAt: control.requestedAt },
    ...standings,
    whoCanAct: await actors(memory, {
      item,
      session,
      standing: standings.standing,
      turns,
      failedStart: failed,
      failedTurn: lastFailed,
    }),
    ...deliveries,
    turns,
    failedTurn: lastFailed,
    writes: await undoneWrites(store, item),
    now: memory.now(),
  };
}

async function deliveriesOf(
  { inbox }: Pick<Store, 'inbox'>,
  item: WorkItemRef,
  session: SessionRecord | null,
): Promise<Pick<WhyReport, 'last' | 'lastThatActed' | 'unfinished'> & { readonly failed: FailedStart | null }> {
  const bindings = session?.bindings.map(({ ref }) => parseRef(ref)) ?? [];
  const { last, lastThatActed, unfinished } = await findConsidered(inbox, [item, ...bindings]);
  return {
    last: last && listedDelivery(last),
    lastThatActed: lastThatActed && listedDelivery(lastThatActed),
    unfinished: unfinished.map(listedDelivery),
    failed: failedStart(unfinished),
  };
}

async function standingsOf(
  memory: ServiceMemory,
  item: WorkItemRef,
  record: SessionRecord | null,
): Promise<Pick<WhyReport, 'standing' | 'inner'>> {
  const verbs = await memory.verbsOf(item);
  const outer = graphTarget(item, null);
  if (verbs === null || outer === null) return { standing: null, inner: [] };
  const open = record?.bindings.filter(({ status }) => status === 'active') ?? [];
  return {
    standing: await readStanding(verbs, outer.address),
    inner: await Promise.all(
      open.map(async ({ ref }) => ({ pullRequest: ref, standing: await innerStanding(verbs, item, ref) })),
    ),
  };
}

async function innerStanding(
  verbs: VerbContext,
  item: WorkItemRef,
  pullRequest: string,
): Promise<Standing | Unreadable | null> {
  const target = graphTarget(item, parseRef(pullRequest));
  return target === null ? null : readStanding(verbs, target.address);
}

async function actors(
  memory: ServiceMemory,
  known: {
    readonly item: WorkItemRef;
    readonly session: SessionRecord | null;
    readonly standing: WhyReport['standing'];
    readonly turns: readonly UnfinishedTurn[];
    readonly failedStart: FailedStart | null;
    readonly failedTurn: FailedTurn | null;
  },
): Promise<readonly string[]> {
  const { route, policy } = await memory.settings();
  const { item, session, standing, turns, ...failed } = known;
  return whoCanAct({
    id: specIdFor(item) ?? formatRef(item),
    authorizedUsers: route.authorizedUsers,
    session: session?.status ?? null,
    standing: standing !== null && 'unreadable' in standing ? null : standing,
    turns: {
      running: turns.filter(({ status }) => status === 'running').length,
      waiting: turns.filter(({ status }) => status === 'waiting').length,
    },
    spawn: policy.spawn,
    failedStart: failed.failedStart,
    failedTurn: failed.failedTurn,
  });
}

const LIMIT = 200;

async function unfinishedTurns({ turns }: Pick<Store, 'turns'>, item: WorkItemRef): Promise<UnfinishedTurn[]> {
  const lane = refKey(item);
  const found = await Promise.all(
    (['running', 'waiting'] as const).map(async (status) =>
      (await turns.list({ lane, status, limit: LIMIT })).reverse().map((turn) => ({
        endpoint: laneName(turn.endpoint),
        kind: turn.kind,
        status,
        pid: turn.pid,
        startedAt: turn.startedAt === null ? null : instant(turn.startedAt),
      })),
    ),
  );
  return found.flat();
}

async function undoneWrites({ outbox }: Pick<Store, 'outbox'>, item: WorkItemRef): Promise<ListedWrite[]> {
  const lane = refKey(item);
  const found = await Promise.all(
    (['waiting', 'in-flight', 'dead'] as const).map((status) => outbox.list({ lane, status, limit: LIMIT })),
  );
  return found
    .flat()
    .sort((a, b) => a.id - b.id)
    .map(listedWrite);
}
