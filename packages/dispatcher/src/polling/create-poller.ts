import { GithubError, type GithubRate, type GithubRepository } from '@the-loop/integrations-github';
import { describeFault } from '../retry/describe-fault.ts';
import { planPause } from './plan-pause.ts';
import { type PollPorts, type PollSettings } from './poll-ports.ts';
import { pollRepository, type RepositoryCycle } from './poll-repository.ts';
import { repositoryName } from './polled-repository.ts';

export interface PollerOptions {
  readonly ports: PollPorts;
  /** Asked per cycle. */
  readonly settings: () => PollSettings;
  readonly repositories: readonly GithubRepository[];
  readonly intervalMs: number;
}

/** Reads repositories as a second source beside webhooks. */
export interface Poller {
  /** Begins with a cycle at once. */
  start(): void;
  /** One cycle now; those that are asked for while it runs are the same one. */
  cycle(): Promise<void>;
  /** Aborts what is being read: its cursors stay where they were, so that nothing is lost. */
  stop(): Promise<void>;
}

interface State {
  readonly options: PollerOptions;
  readonly abort: AbortController;
  /** When a repository may be asked again, by name, and a host; a limit of GitHub's is waited for. */
  readonly notBefore: Map<string, number>;
  running: Promise<void> | null;
  cancel: () => void;
}

/** A poller that has not begun. */
export function createPoller(options: PollerOptions): Poller {
  const state: State = {
    options,
    abort: new AbortController(),
    notBefore: new Map(),
    running: null,
    cancel: () => undefined,
  };
  const cycle = (): Promise<void> => {
    state.running ??= pollAll(state).finally(() => {
      state.running = null;
    });
    return state.running;
  };
  const turn = async (): Promise<void> => {
    await cycle();
    if (!state.abort.signal.aborted) state.cancel = options.ports.clock.after(options.intervalMs, () => void turn());
  };
  return {
    start: () => {
      const { repositories, intervalMs, ports } = options;
      const interval_seconds = intervalMs / 1000;
      ports.emit({ event: 'poller.started', interval_seconds, sources: repositories.length, once: false });
      void turn();
    },
    cycle,
    stop: async () => {
      state.abort.abort();
      state.cancel();
      await state.running;
      options.ports.emit({ event: 'poller.stopped' });
    },
  };
}

async function pollAll(state: State): Promise<void> {
  const { ports, repositories } = state.options;
  const settings = state.options.settings();
  const cycles: RepositoryCycle[] = [];
  let errors = 0;
  let requests = 0;
  for (const repository of repositories) {
    if (state.abort.signal.aborted) break;
    const waits = [repositoryName(repository), repository.host].map((name) => state.notBefore.get(name) ?? 0);
    if (Math.max(...waits) > ports.clock.now()) continue;
    const before = await requestsTo(ports, repository.host);
    const cycle = await pollOne(state, repository, settings);
    requests += await paceHost(state, repository.host, before);
    if (cycle === null) errors += 1;
    else cycles.push(cycle);
  }
  ports.emit({ event: 'poll.cycle', ...summary(cycles), errors, requests, interrupted: state.abort.signal.aborted });
}

/** Null when a source could not be read, and when the poller was stopped meanwhile: then nothing was told and nothing moved. */
async function pollOne(
  state: State,
  repository: GithubRepository,
  settings: PollSettings,
): Promise<RepositoryCycle | null> {
  const { ports } = state.options;
  const { signal } = state.abort;
  try {
    return await pollRepository({ ports, settings, repository, signal });
  } catch (fault) {
    if (signal.aborted) return null;
    const wait = fault instanceof GithubError ? (fault.retryAfterSeconds ?? 0) : 0;
    const name = repositoryName(repository);
    state.notBefore.set(name, ports.clock.now() + wait * 1000);
    const error = `${name}: ${describeFault(fault)}`;
    ports.emit({ event: 'poll.provider_error', provider: 'github', error, will_retry: true });
    return null;
  }
}

async function requestsTo({ github }: PollPorts, host: string): Promise<number> {
  return (await rateOf(github, host))?.requests ?? 0;
}

/** After a repository was read: leaves its host alone where little is left to ask. Answers how much was asked meanwhile. */
async function paceHost({ options: { ports }, notBefore }: State, host: string, before: number): Promise<number> {
  const rate = await rateOf(ports.github, host);
  if (rate === null) return 0;
  const cost = rate.requests - before;
  const now = ports.clock.now();
  notBefore.set(host, now + planPause(rate.tightest, { cost, now }));
  return cost;
}

/** Null for a host that cannot be reached as it is configured; reading it says so. */
async function rateOf(github: PollPorts['github'], host: string): Promise<GithubRate | null> {
  try {
    return await github.rate(host);
  } catch {
    return null;
  }
}

function summary(cycles: readonly RepositoryCycle[]) {
  const accepted = cycles.flatMap((cycle) => cycle.accepted);
  const told = (event: string) => accepted.filter((happening) => happening.told?.event === event).length;
  return {
    items_seen: cycles.reduce((sum, { items }) => sum + items, 0),
    spawns: accepted.filter(({ arms }) => arms === true).length,
    comments_forwarded: told('poll.comment_forwarded'),
    closures: told('poll.closure_detected'),
    failures: cycles.reduce((sum, { failures }) => sum + failures, 0),
  };
}
