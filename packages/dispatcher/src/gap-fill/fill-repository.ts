import { type Emit } from '@the-loop/events';
import {
  type GithubDelivery,
  GithubError,
  type GithubOperations,
  type GithubRepository,
} from '@the-loop/integrations-github';
import { type Inbox } from '@the-loop/store';
import { repositoryName } from '../polling/polled-repository.ts';
import { type Clock } from '../ports.ts';
import { type RecordStore } from '../records/record-store.ts';
import { type GapFillRecord, readGapFill, writeGapFill } from './gap-fill-record.ts';
import { missingDeliveries } from './missing-deliveries.ts';

/** Everything that filling gaps reaches. */
export interface GapFillPorts {
  readonly github: Pick<GithubOperations, 'findWebhooks' | 'listDeliveries' | 'redeliver'>;
  readonly inbox: Pick<Inbox, 'find' | 'list'>;
  /** Where watermarks are kept, of kind `gap-fill`. */
  readonly store: RecordStore;
  readonly emit: Emit;
  readonly clock: Clock;
}

export interface RepositoryFill {
  readonly ports: GapFillPorts;
  readonly repository: GithubRepository;
  /** Where the webhook posts to. */
  readonly url: string;
  readonly signal: AbortSignal;
}

/** GitHub sends again what is at most three days old: https://docs.github.com/en/webhooks/testing-and-troubleshooting-webhooks/redelivering-webhooks */
const KEPT_MS = 3 * 24 * 3_600_000;

/**
 * Looks after the delivery log of one repository's webhook: whatever never got through is asked for again under its own
 * id, and the watermark moves behind what did. A log that may not be read is said once. Other faults throw.
 */
export async function fillRepository(fill: RepositoryFill): Promise<void> {
  const { ports, repository } = fill;
  const name = repositoryName(repository);
  const before = await readGapFill(ports.store, name);
  const log = await readLog(fill, sinceOf(before, ports.clock.now()));
  if (log.kind === 'unavailable') return noteUnavailable(fill, before, log.reason);
  // What was before we were there is no gap.
  const waiting = before === null ? [] : await askAgain(fill, log);
  const watermark = waiting[0] ?? latestOf(log.deliveries) ?? before?.watermark ?? isoOf(ports.clock.now());
  await writeGapFill(ports.store, name, { watermark, unavailable: '' });
}

type Log =
  | {
      readonly kind: 'read';
      readonly hookIds: ReadonlyMap<string, string>;
      readonly deliveries: readonly GithubDelivery[];
    }
  | { readonly kind: 'unavailable'; readonly reason: string };

function sinceOf(before: GapFillRecord | null, now: number): string {
  const oldest = now - KEPT_MS;
  const watermark = before === null ? now : Date.parse(before.watermark);
  return isoOf(Math.max(oldest, watermark));
}

async function readLog({ ports, repository, url, signal }: RepositoryFill, since: string): Promise<Log> {
  try {
    const hooks = await ports.github.findWebhooks(repository, url, { signal });
    if (hooks.length === 0) return { kind: 'unavailable', reason: 'the repository has no webhook that posts here' };
    const hookIds = new Map<string, string>();
    const deliveries: GithubDelivery[] = [];
    for (const hookId of hooks) {
      const listed = await ports.github.listDeliveries(repository, { hookId, since }, { signal });
      for (const each of listed) hookIds.set(each.id, hookId);
      deliveries.push(...listed);
    }
    return { kind: 'read', hookIds, deliveries };
  } catch (fault) {
    const isRefused = fault instanceof GithubError && [401, 403, 404].includes(fault.status ?? 0);
    if (isRefused && fault.retry === 'never') return { kind: 'unavailable', reason: fault.code };
    throw fault;
  }
}

/** Said when it begins or changes, not at every look. */
async function noteUnavailable(fill: RepositoryFill, before: GapFillRecord | null, reason: string): Promise<void> {
  const { ports, repository } = fill;
  if (before?.unavailable === reason) return;
  const { host, owner, repo } = repository;
  ports.emit({ event: 'poll.gap_fill_unavailable', host, repository: `${owner}/${repo}`, reason });
  const watermark = before?.watermark ?? isoOf(ports.clock.now());
  await writeGapFill(ports.store, repositoryName(repository), { watermark, unavailable: reason });
}

/** Asks for what is missing, and answers when it was first tried: those are looked at again. */
async function askAgain(fill: RepositoryFill, log: Extract<Log, { kind: 'read' }>): Promise<readonly string[]> {
  const { ports, repository, signal } = fill;
  const waiting: string[] = [];
  for (const { id, guid, deliveredAt, givenUp } of missingDeliveries(log.deliveries)) {
    // It arrived, and only our answer did not.
    if (givenUp || (await ports.inbox.find(guid.toLowerCase())) !== null) continue;
    await ports.github.redeliver(repository, { hookId: log.hookIds.get(id) ?? '', id }, { signal });
    waiting.push(deliveredAt);
  }
  const { host, owner, repo } = repository;
  const found = log.deliveries.length;
  if (waiting.length > 0) {
    ports.emit({ event: 'poll.gap_filled', host, repository: `${owner}/${repo}`, found, missing: waiting.length });
  }
  return waiting;
}

function latestOf(deliveries: readonly GithubDelivery[]): string | undefined {
  const latest = deliveries.reduce((max, { deliveredAt }) => Math.max(max, Date.parse(deliveredAt)), 0);
  return latest === 0 ? undefined : isoOf(latest);
}

function isoOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
