import { type GithubCheckResult, type GithubHeadChecks } from '@the-loop/integrations-github';
import { logicalKeyOf } from '@the-loop/router';
import { type Cycle } from './cycle.ts';
import { digestOf, type Happening, RANK } from './happening.ts';
import { type CheckLedger, type ItemLedger } from './ledgers.ts';
import { checkPayload } from './payloads.ts';
import { type PollSettings } from './poll-ports.ts';

/** What the heads of pull requests brought. */
export interface ChecksReading {
  readonly happenings: readonly Happening[];
  readonly ledger: CheckLedger | null;
}

export interface ChecksQuestion {
  readonly items: ItemLedger | null;
  readonly known: CheckLedger | null;
  /** Null where they were not read. */
  readonly heads: ReadonlyMap<number, GithubHeadChecks> | null;
}

const KINDS: readonly GithubCheckResult['kind'][] = ['check_run', 'check_suite', 'workflow_run', 'status'];

/** Kinds of results that are wanted. */
export function checkKinds({ events }: Pick<PollSettings, 'events'>): readonly GithubCheckResult['kind'][] {
  return KINDS.filter((kind) => events.length === 0 || events.includes(kind));
}

/** What automation made of the heads of pull requests. Results of a fork name no work item. */
export function readChecks(cycle: Cycle, { items, known, heads }: ChecksQuestion): ChecksReading {
  if (heads === null || items === null) return { happenings: [], ledger: known };
  const kinds = checkKinds(cycle.settings);
  const results = [...heads].flatMap(([number, head]) => {
    const wanted = head.results.filter(({ kind, at }) => kinds.includes(kind) && isSince(at, items.baseline));
    return head.fromFork ? [] : wanted.map((result) => checkHappening(cycle, { number, head, result }));
  });
  const told = new Set(known?.told);
  const news = results.filter(({ guid }) => !told.has(guid));
  return news.length === 0 ? { happenings: [], ledger: known } : { happenings: news, ledger: ledgerOf(results) };
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
