import { decodeJson, encodeJson } from '../json.ts';
import {
  type ClaimRequest,
  type Delivery,
  type DeliveryFilter,
  type DeliverySummary,
  type Inbox,
  type NewDelivery,
} from '../ports/inbox.ts';
import { answer, countByStatus, createMemoryTable, type MemoryPort, type MemoryTable, newest } from './memory-table.ts';

/** An inbox in memory, its rows, and its sweep. */
export function createMemoryInbox(now: () => number): MemoryPort<Inbox, Delivery> {
  const table = createMemoryTable<Delivery>();
  const port: Inbox = {
    ...inboxChanges(table, now),
    accept: (batch) => answer(() => batch.map((delivery) => acceptOne(table, delivery))),
    claim: (request) => answer(() => claimRows(table, request, now())),
    get: (id) => answer(() => table.find((row) => row.id === id)),
    body: (id) => answer(() => table.find((row) => row.id === id)?.body ?? null),
    bodies: (ids) =>
      answer(() => new Map(table.rows().flatMap(({ id, body }) => (ids.includes(id) ? [[id, body] as const] : [])))),
    find: (guid) =>
      answer(
        () =>
          newest(
            table.rows().filter((row) => row.guid === guid),
            { limit: 1 },
          ).map(summary)[0] ?? null,
      ),
    list: (filter) =>
      answer(() =>
        newest(
          table.rows().filter((row) => isListed(row, filter)),
          filter,
        ).map(summary),
      ),
    earlier: (lane, id) =>
      answer(() =>
        table
          .rows()
          .filter((row) => row.lane === lane && row.status === 'open' && row.id < id)
          .map(summary),
      ),
    seen: (question) =>
      answer(() => {
        const others = table.rows().filter((row) => counts(row, question));
        if (others.some((row) => row.bodyDigest === question.bodyDigest)) return 'body';
        const { logicalKey } = question;
        return logicalKey !== null && others.some((row) => row.logicalKey === logicalKey) ? 'logical' : null;
      }),
    count: () => answer(() => countByStatus(table.rows(), { open: 0, settled: 0, dropped: 0, dead: 0 })),
  };
  const isOver = ({ status, finishedAt }: Delivery, before: number) =>
    (status === 'settled' || status === 'dropped') && (finishedAt ?? before) < before;
  return { port, table, sweep: (before) => table.remove((row) => isOver(row, before)) };
}

function claimRows(
  table: MemoryTable<Delivery>,
  { owner, limit, leaseMs, waiting }: ClaimRequest,
  at: number,
): DeliverySummary[] {
  const claim = (row: Delivery) => ({ claimedBy: owner, leaseUntil: at + leaseMs, fence: row.fence + 1 });
  const found = waiting === true ? waitingRows(table, at) : openRows(table, at);
  const free = found.filter(({ claimedBy }) => claimedBy !== owner).slice(0, limit);
  const claimed = free.map(({ id }) => table.update((row) => row.id === id, claim));
  return claimed.flatMap((row) => (row === null ? [] : [summary(row)]));
}

/** What moves one delivery on. */
function inboxChanges(
  table: MemoryTable<Delivery>,
  now: () => number,
): Pick<Inbox, 'renew' | 'release' | 'decided' | 'settle' | 'retry' | 'dead' | 'requeue'> {
  const change = (target: Target, to: (row: Delivery) => Partial<Delivery>) =>
    answer(() => table.update((row) => matches(row, target), to) !== null);
  const open = ['open'] as const;
  return {
    renew: ({ owner, leaseMs }) =>
      answer(() => updateAll(table, claimsOf(owner), () => ({ leaseUntil: now() + leaseMs })).map(({ id }) => id)),
    release: (owner) => answer(() => updateAll(table, claimsOf(owner), () => unclaimed).length),
    decided: async (id, { lane, logicalKey, decision, fence }) => {
      const copy = decodeJson(encodeJson(decision));
      return await change({ id, fence, from: open }, () => ({ lane, logicalKey, decision: copy }));
    },
    settle: (id, { status, reason, fence }) =>
      change({ id, fence, from: ['open', 'dead'] }, () => ({ status, reason, finishedAt: now(), ...unclaimed })),
    retry: (id, { error, notBefore, fence, keepClaim, counts }) =>
      change({ id, fence, from: open }, (row) => ({
        ...{ error, notBefore, attempts: row.attempts + (counts === false ? 0 : 1) },
        ...(keepClaim === true ? {} : unclaimed),
      })),
    dead: (id, { reason, fence }) =>
      change({ id, fence, from: open }, () => ({ status: 'dead', reason, finishedAt: now(), ...unclaimed })),
    requeue: (id, { from } = {}) =>
      change({ id, from: from === undefined ? ['settled', 'dropped', 'dead'] : [from] }, () => reopened),
  };
}

const unclaimed = { claimedBy: null, leaseUntil: 0 };
const reopened = {
  status: 'open',
  decision: null,
  reason: '',
  error: '',
  attempts: 0,
  notBefore: 0,
  finishedAt: null,
} as const;

/** Open rows that an owner, or anybody, has claimed. */
function claimsOf(owner?: string): (row: Delivery) => boolean {
  return ({ status, claimedBy }) =>
    status === 'open' && (owner === undefined ? claimedBy !== null : claimedBy === owner);
}

function updateAll(
  table: MemoryTable<Delivery>,
  matching: (row: Delivery) => boolean,
  to: (row: Delivery) => Partial<Delivery>,
): Delivery[] {
  const ids = table
    .rows()
    .filter(matching)
    .map(({ id }) => id);
  return ids.flatMap((id) => table.update((row) => row.id === id, to) ?? []);
}

interface Target {
  readonly id: number;
  readonly fence?: number | undefined;
  readonly from: readonly DeliverySummary['status'][];
}

function matches(row: Delivery, { id, fence, from }: Target): boolean {
  return row.id === id && from.includes(row.status) && (fence === undefined || row.fence === fence);
}

function isListed(row: Delivery, { status, lane, event }: DeliveryFilter): boolean {
  if (status !== undefined && row.status !== status) return false;
  return (lane === undefined || row.lane === lane) && (event === undefined || row.event === event);
}

function acceptOne(table: MemoryTable<Delivery>, delivery: NewDelivery): 'accepted' | 'duplicate' {
  const { host, hook, guid, event, source, receivedAt, bodyDigest } = delivery;
  if (table.find((row) => row.host === host && row.hook === hook && row.guid === guid) !== null) return 'duplicate';
  const body = Uint8Array.from(delivery.body);
  table.insert((id) => ({
    ...{ id, host, hook, guid, event, source, receivedAt, bodyDigest, body, bytes: body.byteLength },
    ...{ ...reopened, ...unclaimed, lane: null, logicalKey: null, decision: null, fence: 0 },
  }));
  return 'accepted';
}

function openRows(table: MemoryTable<Delivery>, now: number): Delivery[] {
  const open = table.rows().filter(({ status }) => status === 'open');
  const waits = (row: Delivery) => row.notBefore > now || row.leaseUntil > now;
  const heldBack = new Map<string, number>();
  for (const { lane, id } of open.filter(waits)) if (lane !== null && !heldBack.has(lane)) heldBack.set(lane, id);
  return open.filter((row) => !waits(row) && row.id < (heldBack.get(row.lane ?? '') ?? Number.POSITIVE_INFINITY));
}

function waitingRows(table: MemoryTable<Delivery>, now: number): Delivery[] {
  return table.rows().filter((row) => row.status === 'open' && row.notBefore > now && row.leaseUntil <= now);
}

function counts(row: Delivery, { lane, excluding }: { readonly lane: string; readonly excluding: number }): boolean {
  if (row.lane !== lane || row.id === excluding) return false;
  return row.status === 'settled' || (row.status === 'open' && row.id < excluding);
}

function summary(delivery: Delivery): DeliverySummary {
  const { body, ...rest } = delivery;
  return { ...rest, bytes: body.byteLength };
}
