import { type WorkItemRef } from '@the-loop/graph-core';
import { type GithubRepository, type GithubSurvey, type SurveyedNumbers } from '@the-loop/integrations-github';
import { describeFault } from '../retry/describe-fault.ts';
import { isUntold } from './cycle.ts';
import { type ItemLedger } from './ledgers.ts';
import { type PollPorts, type PollSettings } from './poll-ports.ts';
import { repositoryName } from './polled-repository.ts';
import { checkKinds } from './read-checks.ts';

export interface SurveyQuestion {
  readonly ports: PollPorts;
  readonly settings: PollSettings;
  readonly signal: AbortSignal;
  /** As it is configured. */
  readonly repository: GithubRepository;
  /** As it was called when it was last read. */
  readonly place: GithubRepository;
  readonly items: ItemLedger | null;
  /** A list names another repository than `place`: then no answer is a fault of the whole reading. */
  readonly isElsewhere: boolean;
}

/**
 * Looks at what no list of a repository shows: what it is called, results on the heads of pull requests that a session works
 * on, and whether its tickets are still there. All in one request, and in none where nobody works and no list says that the
 * name is another one. Null where nothing was asked, and where GitHub does not tell.
 */
export async function survey(question: SurveyQuestion): Promise<GithubSurvey | null> {
  const { ports, repository, signal, isElsewhere } = question;
  const numbers = await surveyedNumbers(question);
  if (numbers.pulls.length + numbers.items.length === 0 && !isElsewhere) return null;
  try {
    return await ports.github.surveyRepository(repository, numbers, { signal });
  } catch (fault) {
    signal.throwIfAborted();
    if (isUntold(fault)) return null;
    if (isElsewhere) throw fault;
    const error = `${repositoryName(repository)}: ${describeFault(fault)}`;
    ports.emit({ event: 'poll.provider_error', provider: 'github', error, will_retry: true });
    return null;
  }
}

/** Open tickets that have a session, and pull requests that have, or are, a session's. */
async function surveyedNumbers({ ports, settings, place, items }: SurveyQuestion): Promise<SurveyedNumbers> {
  const pulls: number[] = [];
  const tickets: number[] = [];
  for (const [text, { state, draft, gone }] of Object.entries(items?.items ?? {})) {
    if (state !== 'open' || gone === true) continue;
    const number = Number(text);
    const ref: WorkItemRef = { provider: 'github', ...place, number };
    const owners = await ports.records.owning([ref]);
    if (owners.length === 0) continue;
    // A ticket is owned by its own session; whether an item that nobody read yet is one, GitHub says.
    const isPull =
      draft !== null || owners.some(({ record }) => record.bindings.some((bound) => bound.ref.endsWith(`#${text}`)));
    (isPull ? pulls : tickets).push(number);
  }
  return { pulls: checkKinds(settings).length === 0 ? [] : pulls, items: tickets };
}
