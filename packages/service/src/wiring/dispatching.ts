import { randomUUID } from 'node:crypto';
import {
  type Clock,
  createDispatcher,
  type Dispatcher,
  type DispatchSettings,
  type EffectPorts,
  type SessionRecords,
} from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { type WorkItemRef } from '@the-loop/graph-core';
import { type GithubOperations } from '@the-loop/integrations-github';
import { WorkItemVerifier } from '@the-loop/linkage';
import { type Store } from '@the-loop/store';
import { createClosingReader } from '../github/closing-reader.ts';
import { createClosureReader } from '../github/closure-reader.ts';
import { createExistenceAsker } from '../github/existence-asker.ts';
import { type IdentityPins } from '../github/identity-pins.ts';
import { type KnownComments } from '../github/known-comments.ts';
import { type OwnLogins } from '../github/own-logins.ts';
import { type TheLoopOptions } from '../the-loop-options.ts';
import { dispatchSettings } from './dispatch-settings.ts';
import { createSources, type Sources } from './sources.ts';

export interface DispatchingBase {
  readonly options: TheLoopOptions;
  readonly store: Store;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Base URL of the service, known once it listens. */
  readonly url: () => string;
}

/** The dispatcher, what it decides by, and what reads GitHub for it beside webhooks. */
export interface Dispatching {
  readonly dispatcher: Dispatcher;
  /** The operator's decisions as the next row sees them. */
  readonly settings: () => DispatchSettings;
  readonly sources: Sources;
  /** Takes in that a work item does not exist. */
  readonly missing: (ref: WorkItemRef) => void;
}

export interface DispatchingParts {
  readonly ports: EffectPorts;
  readonly github: GithubOperations;
  readonly sessions: SessionRecords;
  readonly logins: OwnLogins;
  readonly comments: KnownComments;
  readonly pins: IdentityPins;
}

/** Neither has begun. */
export function createDispatching(
  parts: DispatchingBase,
  { ports, github, sessions, logins, comments, pins }: DispatchingParts,
): Dispatching {
  const { store, emit, clock, url } = parts;
  const { options } = parts;
  const { config } = options;
  const settings = () => dispatchSettings(options.config, logins.all(), comments);
  const verifier = createVerifier(parts, github);
  const dispatcher = createDispatcher({
    ports: {
      ...ports,
      inbox: store.inbox,
      verifier,
      identities: pins,
      closures: createClosureReader(github),
      closing: createClosingReader({ github, now: () => clock.now() }),
    },
    settings,
    owner: randomUUID(),
  });
  const notify = () => dispatcher.notify();
  const sources = createSources({ config, github, store, records: sessions, emit, clock, settings, notify, url });
  return { dispatcher, settings, sources, missing: (ref) => verifier.recordMissing(ref) };
}

function createVerifier({ options, emit, clock }: DispatchingBase, github: GithubOperations): WorkItemVerifier {
  return new WorkItemVerifier({
    ask: createExistenceAsker(github),
    now: () => clock.now(),
    hosts: () => Object.keys(options.config.integrations.github.hosts),
    warn: (message) => emit({ event: 'service.fault', component: 'linkage', error: message }),
  });
}
