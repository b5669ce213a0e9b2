import path from 'node:path';
import { type Clock } from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { LoopError } from '@the-loop/graph-core';
import { openStore, type Store } from '@the-loop/store';
import { type FastifyInstance } from 'fastify';
import { type LiveOptions, liveOptions } from './config/live-options.ts';
import { takeConfig } from './config/take-config.ts';
import { type ConfigWatch, watchConfig } from './config/watch-config.ts';
import { type InstanceLock, takeInstance } from './instance/instance-lock.ts';
import { operationKeySecret } from './instance/operator-token.ts';
import { processTable } from './instance/process-table.ts';
import { storeFile } from './instance/store-file.ts';
import { liveMemory } from './observe/live-memory.ts';
import { openTelling, type Telling } from './observe/open-telling.ts';
import { tellingOutbox } from './observe/telling-outbox.ts';
import { tellUnfinishedWork } from './observe/unfinished-work.ts';
import { createStandingKeeper, type StandingKeeper } from './standing-comment/standing-keeper.ts';
import { type TheLoopOptions } from './the-loop-options.ts';
import { createEngine, type Engine } from './wiring/engine.ts';
import { missingIn } from './wiring/missing-credentials.ts';
import { reconcile } from './wiring/reconcile.ts';
import { servedRoutes } from './wiring/served-routes.ts';
import { startupChecks, startupWarnings } from './wiring/startup-checks.ts';
import { createSweeping, type Sweeping } from './wiring/sweeping.ts';

/** A running service. */
export interface TheLoop {
  /** Where it listens. */
  readonly url: string;
  /**
   * Answers no more requests, finishes what cannot be left, leaves running agents to be adopted by the next start. Asked
   * again, it answers when the first stop is done.
   */
  stop(reason: string): Promise<void>;
}

const DRAIN_MS = 10_000;
/** Hosts that did not say who we are there are asked again after so many milliseconds. */
const ASK_AGAIN_MS = 60_000;

/**
 * Starts the service: server, lanes, turns and outbox over one state root. Throws `SERVICE_*` and `STORE_*` before anything is
 * served when it cannot.
 */
export async function createTheLoop(given: TheLoopOptions): Promise<TheLoop> {
  const options = withWorkspaceRoot(given);
  const environment = definedOf(options.environment);
  await startupChecks(options.config, environment);
  const processes = await processTable();
  const lock = await takeInstance(options.stateRoot, processes, options.version);
  try {
    return await open(liveOptions(options), { lock, environment, pid: processes.self });
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Opening {
  readonly lock: InstanceLock;
  readonly environment: Readonly<Record<string, string>>;
  readonly pid: { readonly pid: number; readonly startTime: string };
}

async function open(live: LiveOptions, { lock, environment, pid }: Opening): Promise<TheLoop> {
  const { options } = live;
  const opened = await openStore({ path: storeFile(options.stateRoot), now: () => new Date() });
  const telling = openTelling(opened.eventLog);
  const { emit } = telling;
  const store: Store = { ...opened, outbox: tellingOutbox(opened.outbox, emit) };
  const listening = { url: '' };
  const secret = operationKeySecret(options.stateRoot);
  const url = () => listening.url;
  const engine = createEngine({ options, store, emit, clock: systemClock, secret, url, environment });
  const app = servedRoutes({ options, store, emit, engine, environment });
  try {
    listening.url = await listen(app, options);
    lock.publish({ ...pid, url: listening.url, version: options.version });
    await tellUnfinishedWork(store, emit);
    await begin(engine, options.config, emit);
  } catch (error) {
    await app.close();
    await telling.close();
    await store.close();
    throw error;
  }
  tellStart(options, listening.url, emit);
  let stopping: Promise<void> | null = null;
  const asking = setInterval(() => void engine.logins.refresh(), ASK_AGAIN_MS);
  const tending = [...tend(live, { engine, store, emit }), keepStanding(options, { engine, store, telling })];
  const running = { app, engine, store, telling, lock, asking, tending };
  return { url: listening.url, stop: (reason) => (stopping ??= stop(running, reason)) };
}

function tellStart({ config, version, stateRoot }: TheLoopOptions, url: string, emit: Emit): void {
  const { host, port } = config.service;
  const listens = port === 0 ? Number(new URL(url).port) : port;
  emit({ event: 'service.started', host, port: listens, version, state_root: stateRoot });
  for (const problem of startupWarnings(config)) {
    emit({ event: 'config.problem', level: 'warning', path: 'webhooks.events', problem });
  }
}

const systemClock: Clock = {
  now: Date.now,
  after: (ms, task) => {
    const timer = setTimeout(task, Math.min(ms, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

/** Begins what is done beside the work: what was kept long enough is removed, and the operator's file is read when it changes. */
function tend(
  live: LiveOptions,
  { engine, store, emit }: { readonly engine: Engine; readonly store: Store; readonly emit: Emit },
): readonly (Sweeping | ConfigWatch)[] {
  const { options } = live;
  const current = () => options.config;
  const sweeping = createSweeping({ store, keeping: () => current().state, emit, clock: systemClock });
  const tending = [sweeping, ...watches(live, { engine, emit })];
  for (const each of tending) each.start();
  return tending;
}

function watches(
  live: LiveOptions,
  { engine: { pins }, emit }: { readonly engine: Engine; readonly emit: Emit },
): readonly ConfigWatch[] {
  const { options } = live;
  const { configFile: file } = options;
  if (file === undefined) return [];
  const replace = (config: TheLoopOptions['config']) => takeConfig(config, { live, pins, path: file.path, emit });
  return [watchConfig({ file, current: () => options.config, replace, emit, clock: systemClock })];
}

function keepStanding(
  options: TheLoopOptions,
  { engine, store, telling }: { readonly engine: Engine; readonly store: Store; readonly telling: Telling },
): StandingKeeper {
  const keeper = createStandingKeeper({
    store,
    memory: liveMemory({ store, engine, now: Date.now }),
    isOn: () => options.config.notifications.standingComment,
    nudge: () => engine.drain.notify(),
    emit: telling.emit,
    clock: systemClock,
  });
  telling.listen(keeper);
  return keeper;
}

async function begin(engine: Engine, config: TheLoopOptions['config'], emit: Emit): Promise<void> {
  await engine.comments.load();
  await engine.pins.load();
  await engine.logins.refresh();
  for (const missing of missingIn(config, engine.logins)) emit({ event: 'outbox.no_credentials', ...missing });
  await reconcile(engine, emit);
  await engine.drain.start();
  await engine.turns.start();
  await engine.dispatcher.start();
  engine.sources.start();
}

async function listen(app: FastifyInstance, { config: { service } }: TheLoopOptions): Promise<string> {
  try {
    return await app.listen({ host: service.host, port: service.port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new LoopError('SERVICE_ADDRESS_INVALID', `${service.host} is no address of this machine`, {
        remedy: 'set service.host in the configuration to 127.0.0.1',
        cause: error,
      });
    }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'may not be used by this user' : 'is in use by another program';
    throw new LoopError('SERVICE_PORT_BUSY', `port ${service.port} on ${service.host} ${why}`, {
      remedy:
        'set service.port in the configuration to another port (0 lets the system choose), or stop the other program',
    });
  }
}

interface Running {
  readonly app: FastifyInstance;
  readonly engine: Engine;
  readonly store: Store;
  readonly telling: Telling;
  readonly lock: InstanceLock;
  readonly asking: NodeJS.Timeout;
  readonly tending: readonly Pick<Sweeping, 'stop'>[];
}

/** The lock is released last: until then nobody else may work on this state. */
async function stop({ app, engine, store, telling, lock, asking, tending }: Running, reason: string): Promise<void> {
  telling.emit({ event: 'service.stopping', reason });
  clearInterval(asking);
  await Promise.all(tending.map((each) => each.stop()));
  await app.close();
  await engine.sources.stop();
  await Promise.all([
    engine.dispatcher.stop({ graceMs: DRAIN_MS }),
    engine.turns.stop({ graceMs: 0, abort: false }),
    engine.drain.stop({ graceMs: DRAIN_MS }),
  ]);
  telling.emit({ event: 'service.stopped', clean: true });
  await telling.close();
  await store.close();
  lock.release();
}

function definedOf(environment: TheLoopOptions['environment']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A configuration that was not loaded from a file may leave the root empty: its place is below the state root. */
function withWorkspaceRoot(options: TheLoopOptions): TheLoopOptions {
  const { config, stateRoot } = options;
  const root = path.resolve(stateRoot, config.workspace.root === '' ? 'workspaces' : config.workspace.root);
  return { ...options, config: { ...config, workspace: { ...config.workspace, root } } };
}
