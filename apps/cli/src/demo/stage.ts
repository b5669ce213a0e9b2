import { type DaemonProcess, startDaemon } from './daemon-process.ts';
import { endAgents } from './end-agents.ts';
import { entriesIn, type LoopName } from './entries.ts';
import { createEventFeed, type EventFeed, type FeedEvent, type FeedListener, fieldOf } from './event-feed.ts';
import { type Narrator } from './narrator.ts';
import { tellEvent } from './tell-event.ts';
import { type World } from './world.ts';

/** What a story plays on: the world, the daemon's events, and somebody who tells. */
export interface Stage {
  readonly world: World;
  readonly feed: EventFeed;
  readonly narrator: Narrator;
  /** A person says something on a ticket or pull request, `owner/repo#n`. */
  say(as: string, on: string, body: string): void;
  /** Resolves when the loop has entered the node for the `times`th time. */
  entered(loop: LoopName, node: string, times?: number): Promise<void>;
  /** Resolves when an item's own loop is complete and its ticket shows it. */
  completed(item: string): Promise<void>;
  startDaemon(): Promise<DaemonProcess>;
  /** Ends the daemon as a power cut would: nothing is tidied up. At once; the promise is only for its end to be seen. */
  killDaemon(): Promise<void>;
  /** Has GitHub deliver again what no daemon answered, as an operator would. */
  redeliverUnanswered(): Promise<void>;
  /** Stops the daemon, and agents that still run. */
  close(): Promise<void>;
}

const PATIENCE_MS = 60_000;

export interface StageOptions {
  /** argv that runs `the-loop`. */
  readonly command: readonly string[];
  /** Whether a story goes on after an agent failed: true where failures are part of it. */
  readonly agentsMayFail?: boolean;
  /** How long anything may take until it counts as stuck; 60 s when absent. */
  readonly patienceMs?: number;
}

export function createStage(
  world: World,
  narrator: Narrator,
  { command, agentsMayFail = false, patienceMs = PATIENCE_MS }: StageOptions,
): Stage {
  const running: { daemon: DaemonProcess | null; wasKilled: boolean } = { daemon: null, wasKilled: false };
  const feed = createEventFeed({
    ...listening(narrator),
    failureOf: (event) => (agentsMayFail ? null : failureOf(event)),
    patienceMs,
  });
  const entered: Stage['entered'] = (loop, node, times = 1) =>
    feed.waitUntil(
      (events) =>
        events.filter((event) => isEntry(event, loop, node)).length >= times ||
        (running.wasKilled && entriesIn(world.stateRoot, loop, node) >= times),
      `${loop.pullRequest ?? loop.item} entering ${node}`,
    );
  return {
    world,
    feed,
    narrator,
    say: (as, on, body) => say({ world, narrator }, { as, on, body }),
    entered,
    async completed(item) {
      await entered({ item }, 'complete');
      await labelledComplete(world, item);
    },
    async startDaemon() {
      const daemon = await startDaemon(world, command);
      running.daemon = daemon;
      feed.follow(daemon);
      return daemon;
    },
    async killDaemon() {
      const { daemon } = running;
      Object.assign(running, { daemon: null, wasKilled: true });
      feed.follow(null);
      await daemon?.stop('SIGKILL');
    },
    redeliverUnanswered: () => redeliverUnanswered(world),
    async close() {
      feed.close();
      narrator.end();
      await running.daemon?.stop();
      endAgents(feed.events);
    },
  };
}

/** Tells what is worth telling; in between, what is being done. */
function listening(narrator: Narrator): Pick<FeedListener, 'onEvent' | 'onIdle'> {
  let doing = 'starting';
  return {
    onEvent: (event) => {
      doing = tellEvent(narrator, event) ?? doing;
    },
    onIdle: () => narrator.waiting(doing),
  };
}

function say(
  { world, narrator }: { readonly world: World; readonly narrator: Narrator },
  { as, on, body }: { readonly as: string; readonly on: string; readonly body: string },
): void {
  narrator.said(as, `on ${on}: ${firstLine(body)}`);
  world.github.comment({ as, on, body });
}

async function labelledComplete({ github }: World, item: string): Promise<void> {
  const isShown = (): boolean => github.issue(item).labels.includes('loop:complete');
  await github.until(isShown, { what: `the label of ${item}` });
}

async function redeliverUnanswered({ github }: World): Promise<void> {
  await github.drained();
  const log = github.deliveries();
  const taken = new Set(log.filter(({ status }) => status !== 0).map(({ guid }) => guid));
  const missed = new Set(log.map(({ guid }) => guid).filter((guid) => !taken.has(guid)));
  for (const guid of missed) github.redeliver(guid);
}

function failureOf(event: FeedEvent): string | null {
  // A turn that was ended because its pull request was merged did not fail.
  if (event.event !== 'session.turn_finished' || event['exit_code'] === 0 || event['status'] === 'aborted') return null;
  return `the agent failed in ${fieldOf(event, 'turn')} (exit code ${fieldOf(event, 'exit_code') || 'none'})`;
}

/** Whether an event says that a loop entered a node. */
function isEntry(event: FeedEvent, { item, pullRequest }: LoopName, node: string): boolean {
  if (event['work_item'] !== `github:${item}`) return false;
  if (event['pull_request'] !== (pullRequest === undefined ? undefined : `github:${pullRequest}`)) return false;
  return (
    (event.event === 'graph.advanced' && event['to'] === node) ||
    (event.event === 'graph.started' && event['node'] === node)
  );
}

function firstLine(body: string): string {
  const [first = '', ...more] = body.split('\n').filter((line) => line.trim() !== '');
  return `"${first}"${more.length > 0 ? ' …' : ''}`;
}
