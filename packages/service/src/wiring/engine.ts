import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  type Clock,
  createAppliedRecord,
  createSessionRecords,
  createTurnLoop,
  type Dispatcher,
  type DispatchSettings,
  type EffectPorts,
  type OutboxDrain,
  type TurnLoop,
} from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { createGithub, type GithubOperations } from '@the-loop/integrations-github';
import { createProcessHost } from '@the-loop/sessions';
import { type Store } from '@the-loop/store';
import { createIdentityPins, type IdentityPins } from '../github/identity-pins.ts';
import { createKnownComments, type KnownComments } from '../github/known-comments.ts';
import { createOwnLogins, type OwnLogins } from '../github/own-logins.ts';
import { createRemoteReader } from '../github/remote-reader.ts';
import { type GateHearingOptions } from '../graph/gate-hearing.ts';
import { createGraphPort } from '../graph/graph-port.ts';
import { isAssigned } from '../graph/is-assigned.ts';
import { itemVerificationEnvironment } from '../items/verification-environment.ts';
import { serviceMoves } from '../moves/service-moves.ts';
import { type AgentTokens, createAgentTokens } from '../sessions/agent-tokens.ts';
import { createTurnHost } from '../sessions/turn-host.ts';
import { createWorkspaces } from '../sessions/workspaces.ts';
import { type TheLoopOptions } from '../the-loop-options.ts';
import { createDispatching } from './dispatching.ts';
import { gateHearing } from './gate-hearing.ts';
import { gathered } from './gathered.ts';
import { githubHosts } from './github-hosts.ts';
import { enteredAsGuest } from './guest-repository.ts';
import { createItemAccess, type ItemAccess } from './item-access.ts';
import { noteAbandoned } from './note-abandoned.ts';
import { notify } from './notify.ts';
import { outboxDrain } from './outbox-drain.ts';
import { placeCommand } from './place-command.ts';
import { type Sources } from './sources.ts';
import { verbsForEvents } from './verbs-for-events.ts';

/** Everything that works behind the server. */
export interface Engine {
  readonly dispatcher: Dispatcher;
  readonly turns: TurnLoop;
  readonly drain: OutboxDrain;
  readonly items: ItemAccess;
  readonly tokens: AgentTokens;
  readonly logins: OwnLogins;
  readonly comments: KnownComments;
  /** The operator's decisions as the next row sees them. */
  readonly settings: () => DispatchSettings;
  readonly pins: IdentityPins;
  readonly sources: Sources;
}

export interface EngineParts {
  readonly options: TheLoopOptions;
  readonly store: Store;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Hex text of the key of operation markers. */
  readonly secret: string;
  /** Base URL of the API, known once it listens. */
  readonly url: () => string;
  /** What git and agents may see of the environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Wires the parts: every sibling meets the others here and nowhere else. */
export function createEngine(parts: EngineParts): Engine {
  const { options, store, emit, clock } = parts;
  const github = createGithub({ hosts: githubHosts(options.config), env: options.environment });
  const logins = createOwnLogins(github, options.config);
  const comments = createKnownComments(store.records);
  const pins = createIdentityPins(store.records, () => options.config.routing.authorizedUsers);
  const sessions = createSessionRecords(store.records);
  const tokens = createAgentTokens(store.records);
  const loops: { turns: TurnLoop | null; drain: OutboxDrain | null } = { turns: null, drain: null };
  const nudge = {
    turns: () => loops.turns?.notify(),
    outbox: gathered(clock, () => loops.drain?.notify()),
  };
  const items = createItemAccess({
    config: () => options.config,
    store,
    sessions,
    remote: createRemoteReader(github),
    ownLogins: () => logins.all(),
    emit,
    now: () => clock.now(),
    nudge,
    notify: (workItem, effect) =>
      notify({ config: options.config, environment: options.environment, emit, fetch }, workItem, effect),
    commandEnvironment: (item) => itemVerificationEnvironment(options, item),
  });
  const hearing = gateHearing({
    config: options.config,
    github,
    records: store.records,
    sessions,
    items,
    pins,
    environment: parts.environment,
  });
  const ports = effectPorts(parts, {
    github,
    comments,
    items,
    sessions,
    nudge,
    hearing,
    turns: () => loops.turns,
  });
  loops.turns = turnLoop(parts, { items, sessions, tokens });
  const { missing, ...dispatching } = createDispatching(parts, { ports, github, sessions, logins, comments, pins });
  loops.drain = outboxDrain(parts, { github, items, comments, hearing, logins, missing });
  const { turns, drain } = loops;
  return { ...dispatching, turns, drain, items, tokens, logins, comments, pins };
}

interface PortParts {
  readonly github: GithubOperations;
  readonly comments: KnownComments;
  readonly items: ItemAccess;
  readonly sessions: ReturnType<typeof createSessionRecords>;
  readonly nudge: EffectPorts['nudge'];
  readonly hearing: GateHearingOptions;
  /** Null until it is wired. */
  readonly turns: () => TurnLoop | null;
}

function effectPorts(
  { options, store, emit, clock, environment }: EngineParts,
  { github, comments, items, sessions, nudge, hearing, turns }: PortParts,
): EffectPorts {
  return {
    inbox: store.inbox,
    applied: createAppliedRecord(store.records),
    records: sessions,
    moves: serviceMoves(store, comments),
    graph: createGraphPort({
      verbsOf: verbsForEvents(items, emit),
      turns: store.turns,
      hearing,
      enteredAsGuest: (target, verbs) =>
        enteredAsGuest({ config: options.config, sessions, environment, emit }, target, verbs),
      noteAbandoned: (target, deliveryId) =>
        noteAbandoned({ outbox: store.outbox, now: () => clock.now(), nudge }, target, deliveryId),
    }),
    workspaces: createWorkspaces({
      get config() {
        return options.config;
      },
      environment,
      emit,
      now: () => clock.now(),
      headOf: async ({ ref }, signal) => {
        const { head } = await github.getPullRequest(ref, { signal });
        return { branch: head.ref, fork: head.repository?.toLowerCase() !== `${ref.owner}/${ref.repo}`.toLowerCase() };
      },
    }),
    conversations: {
      end: (endpoint, reason) => turns()?.end(endpoint, reason) ?? Promise.resolve(),
      hold: (lane) => turns()?.hold(lane),
      letGo: (lane) => turns()?.letGo(lane),
    },
    turns: store.turns,
    outbox: store.outbox,
    emit,
    clock,
    nudge,
    newSessionId: randomUUID,
  };
}

function turnLoop(
  { options, store, emit, clock, url }: EngineParts,
  {
    items,
    sessions,
    tokens,
  }: { readonly items: ItemAccess; readonly sessions: PortParts['sessions']; readonly tokens: AgentTokens },
): TurnLoop {
  const host = createTurnHost({
    config: () => options.config,
    host: createProcessHost({ logRoot: path.join(options.stateRoot, 'logs', 'sessions') }),
    stateRoot: options.stateRoot,
    environment: options.environment,
    url,
    tokenFor: tokens.mint,
    itemDirectory: items.directoryOf,
    bin: placeCommand(options.stateRoot, options.command),
  });
  return createTurnLoop({
    ports: {
      turns: store.turns,
      records: store.records,
      sessions,
      host,
      emit,
      clock,
      stands: (turn, { item }) => isAssigned(items, item, turn.key),
      finished: (turn) => tokens.end(turn.endpoint),
    },
    maxConcurrent: () => options.config.routing.maxConcurrent,
  });
}
