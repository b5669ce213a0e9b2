import { type OperatorConfig } from '@the-loop/config';
import {
  type Clock,
  createGapFiller,
  createPoller,
  type DispatchSettings,
  polledRepository,
  type SessionRecords,
} from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { loginKey } from '@the-loop/graph-core';
import { type GithubOperations } from '@the-loop/integrations-github';
import { type Store } from '@the-loop/store';

/** The workers that read GitHub beside webhooks. */
export interface Sources {
  start(): void;
  /** Aborts what is being read; nothing is lost by it. */
  stop(): Promise<void>;
}

export interface SourcesParts {
  readonly config: OperatorConfig;
  readonly github: GithubOperations;
  readonly store: Store;
  readonly records: SessionRecords;
  readonly emit: Emit;
  readonly clock: Clock;
  readonly settings: () => DispatchSettings;
  /** Deliveries were stored. */
  readonly notify: () => void;
  /** Base URL of the service, known once it listens. */
  readonly url: () => string;
}

/** Looked at more seldom than repositories are read: most of what is missing, polling has by then. */
const GAP_INTERVAL_SECONDS = 300;

/** The poller and the gap filler as the operator wants them. Only the latter finds repositories that nobody named. */
export function createSources(parts: SourcesParts): Sources {
  const { polling } = parts.config;
  const workers = [
    ...(polling.enabled && polling.repositories.length > 0 ? [poller(parts)] : []),
    ...(polling.gapFill ? [gapFiller(parts)] : []),
  ];
  return {
    start: () => {
      for (const worker of workers) worker.start();
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

function poller({ config, github, store, records, emit, clock, settings, notify }: SourcesParts) {
  return createPoller({
    ports: { github, inbox: store.inbox, store: store.records, records, emit, clock, notify },
    settings: () => pollSettings(settings()),
    repositories: config.polling.repositories.map(polledRepository),
    intervalMs: config.polling.intervalSeconds * 1000,
  });
}

function pollSettings({ route }: DispatchSettings) {
  const authorized = new Set(route.authorizedUsers.map(loginKey));
  return {
    label: route.label,
    control: route.control,
    events: route.enabledEvents,
    isAuthorized: (login: string) => authorized.has(loginKey(login)),
  };
}

function gapFiller({ config, github, store, emit, clock, url }: SourcesParts) {
  const { polling, webhooks } = config;
  return createGapFiller({
    ports: { github, inbox: store.inbox, store: store.records, emit, clock },
    repositories: polling.repositories.map(polledRepository),
    url: () => polling.webhookUrl ?? `${url()}${webhooks.path}`,
    intervalMs: Math.max(polling.intervalSeconds, GAP_INTERVAL_SECONDS) * 1000,
  });
}
