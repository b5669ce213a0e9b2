import { type OperatorConfig } from '@the-loop/config';
import { type GithubOperations } from '@the-loop/integrations-github';

/** The logins we post as, by host; asked once, and again where GitHub did not answer. */
export interface OwnLogins {
  /** Asks every configured host; hosts that cannot answer are left out until the next time. */
  refresh(): Promise<void>;
  /** A comment of ours was just posted there under this login: what GitHub did not say at the start is known with it. */
  learn(host: string, login: string): void;
  readonly all: () => readonly string[];
  readonly on: (host: string) => string;
  /** Why a host did not say it when it was asked last, by host. */
  readonly faults: () => ReadonlyMap<string, unknown>;
}

/** A host that is away holds a start up no longer than this, in milliseconds. */
const PATIENCE_MS = 3_000;

/** Nothing that GitHub does not answer stops the service: without its login, our marker alone tells our comments. */
export function createOwnLogins(github: Pick<GithubOperations, 'whoami'>, config: OperatorConfig): OwnLogins {
  const known = new Map<string, string>();
  const faults = new Map<string, unknown>();
  return {
    async refresh() {
      const hosts = Object.keys(config.integrations.github.hosts).filter((host) => !known.has(host));
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answers = await Promise.allSettled(hosts.map((host) => github.whoami(host, { signal })));
      faults.clear();
      for (const [index, answer] of answers.entries()) {
        if (answer.status === 'fulfilled') known.set(hosts[index] ?? '', answer.value.login);
        else faults.set(hosts[index] ?? '', answer.reason);
      }
    },
    learn(host, login) {
      if (login === '' || known.has(host)) return;
      known.set(host, login);
      faults.delete(host);
    },
    all: () => [...known.values()],
    on: (host) => known.get(host) ?? '',
    faults: () => faults,
  };
}
