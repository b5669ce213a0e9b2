import { type WorkItemRef } from '@the-loop/graph-core';
import { type GithubCheckResult, type GithubHeadChecks } from '@the-loop/integrations-github';
import { logicalKeyOf } from '@the-loop/router';
import { describeFault } from '../retry/describe-fault.ts';
import { type Cycle, isUntold } from './cycle.ts';
import { digestOf, type Happening, RANK } from './happening.ts';
import { type CheckLedger, type ItemLedger, type KnownItem } from './ledgers.ts';
import { checkPayload } from './payloads.ts';
import { repositoryName } from './polled-repository.ts';

/** What the heads of pull requests brought. */
export interface ChecksReading {
  readonly happenings: readonly Happening[];
  readonly ledger: CheckLedger | null;
}

const KINDS: readonly GithubCheckResult['kind'][] = ['check_run', 'check_suite', 'workflow_run', 'status'];

/**
 * What automation made of the heads of open pull requests that a session works on. No list of a repository shows that
 * these moved, so they are looked at every time, all in one request. Results of a fork name no work item.
 */
export async function readChecks(
  cycle: Cycle,
  { items, known }: { readonly items: ItemLedger | null; readonly known: CheckLedger | null },
): Promise<ChecksReading> {
  const { events } = cycle.settings;
  const kinds = KINDS.filter((kind) => events.length === 0 || events.includes(kind));
  const numbers = items === null || kinds.length === 0 ? [] : await boundPulls(cycle, items.items);
  const heads = numbers.length === 0 ? null : await readHeads(cycle, numbers);
  if (heads === null || items === null) return { happenings: [], ledger: known };
  const results = [...heads].flatMap(([number, head]) => {
    const wanted = head.results.filter(({ kind, at }) => kinds.includes(kind) && isSince(at, items.baseline));
    return head.fromFork ? [] : wanted.map((result) => checkHappening(cycle, { number, head, result }));
  });
  const told = new Set(known?.told);
  const news = results.filter(({ guid }) => !told.has(guid));
  return news.length === 0 ? { happenings: [], ledger: known } : { happenings: news, ledger: ledgerOf(results) };
}

/** Pull requests of the repository that are open and have, or are, a session's. */
async function boundPulls({ ports, repository }: Cycle, items: Readonly<Record<string, KnownItem>>): Promise<number[]> {
  const numbers: number[] = [];
  for (const [text, { state, draft }] of Object.entries(items)) {
    if (state !== 'open') continue;
    const number = Number(text);
    const ref: WorkItemRef = { provider: 'github', ...repository, number };
    const owners = await ports.records.owning([ref]);
    // A ticket is owned by its own session; whether an item that nobody read yet is one, GitHub says.
    if (
      owners.some(({ record }) => draft !== null || record.bindings.some((bound) => bound.ref.endsWith(`#${text}`)))
    ) {
      numbers.push(number);
    }
  }
  return numbers;
}

/** Null where they cannot be read now: said, and read again by the next cycle. */
async function readHeads(
  { ports, repository, signal }: Cycle,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, GithubHeadChecks> | null> {
  try {
    return await ports.github.listHeadChecks(repository, numbers, { signal });
  } catch (fault) {
    signal.throwIfAborted();
    if (isUntold(fault)) return null;
    const error = `${repositoryName(repository)}: ${describeFault(fault)}`;
    ports.emit({ event: 'poll.provider_error', provider: 'github', error, will_retry: true });
    return null;
  }
}

interface FoundResult {
  readonly number: number;
  readonly head: GithubHeadChecks;
  readonly result: GithubCheckResult;
}

function checkHappening({ repository }: Cycle, { number, head, result }: FoundResult): Happening {
  const { kind, nodeId, conclusion, at } = result;
  const payload = checkPayload(repository, { number, head, result });
  const logicalKey = logicalKeyOf(kind, payload);
  return {
    event: kind,
    guid: `poll:${kind}:${digestOf(`${nodeId} ${conclusion} ${at}`)}`,
    on: { provider: 'github', ...repository, number },
    at,
    rank: RANK.said,
    order: 0,
    payload,
    ...(logicalKey === null ? {} : { logicalKey }),
  };
}

function ledgerOf(results: readonly Happening[]): CheckLedger {
  return { told: results.map(({ guid }) => guid) };
}

function isSince(at: string, baseline: string): boolean {
  return Date.parse(at) >= Date.parse(baseline);
}
