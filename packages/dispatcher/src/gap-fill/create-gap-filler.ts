import { type GithubRepository } from '@the-loop/integrations-github';
import { repositoryName } from '../polling/polled-repository.ts';
import { describeFault } from '../retry/describe-fault.ts';
import { fillRepository, type GapFillPorts } from './fill-repository.ts';
import { heardRepositories } from './heard-repositories.ts';

export interface GapFillerOptions {
  readonly ports: GapFillPorts;
  /** Looked after whatever webhooks told; those that they did tell about come beside. */
  readonly repositories: readonly GithubRepository[];
  /** Where the webhook posts to. */
  readonly url: () => string;
  readonly intervalMs: number;
}

/** Looks after deliveries that never got through. */
export interface GapFiller {
  /** Looks at once, and then at the interval. */
  start(): void;
  /** One look now. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** A gap filler that has not begun. */
export function createGapFiller({ ports, repositories, url, intervalMs }: GapFillerOptions): GapFiller {
  const abort = new AbortController();
  let running: Promise<void> | null = null;
  let cancel = (): void => undefined;
  const lookAtAll = async (): Promise<void> => {
    for (const repository of await heardRepositories(ports.inbox, repositories)) {
      if (abort.signal.aborted) return;
      await fillOne(repository);
    }
  };
  const fillOne = async (repository: GithubRepository): Promise<void> => {
    try {
      await fillRepository({ ports, repository, url: url(), signal: abort.signal });
    } catch (fault) {
      if (abort.signal.aborted) return;
      const error = `${repositoryName(repository)}: ${describeFault(fault)}`;
      ports.emit({ event: 'poll.provider_error', provider: 'github-deliveries', error, will_retry: true });
    }
  };
  const look = (): Promise<void> => {
    running ??= lookAtAll().finally(() => {
      running = null;
    });
    return running;
  };
  const turn = async (): Promise<void> => {
    await look();
    if (!abort.signal.aborted) cancel = ports.clock.after(intervalMs, () => void turn());
  };
  return {
    start: () => void turn(),
    look,
    stop: async () => {
      abort.abort();
      cancel();
      await running;
    },
  };
}
