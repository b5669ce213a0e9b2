import { type DaemonProcess, startDaemon } from './daemon-process.ts';
import { endAgents } from './end-agents.ts';
import { createEventFeed, type EventFeed, type FeedEvent } from './event-feed.ts';
import { type Narrator } from './narrator.ts';
import { tellEvent } from './tell-event.ts';
import { type World } from './world.ts';

/** Which loop is meant: an item's own, or the inner loop of a pull request. Both as `owner/repo#n`. */
export interface LoopName {
  readonly item: string;
  readonly pullRequest?: string;
}

/** What a story plays on: the world, the daemon's events, and somebody who tells. */
export interface Stage {
  readonly world: World;
  readonly feed: EventFeed;
  readonly narrator: Narrator;
  /** The daemon that runs; null between two of them. */
  readonly daemon: () => DaemonProcess | null;
  /** A person says something on a ticket or pull request, `owner/repo#n`. */
  say(as: string, on: string, body: string): void;
  /** Resolves when the loop has entered the node for the `times`th time. */
  entered(loop: LoopName, node: string, times?: number): Promise<void>;
  startDaemon(): Promise<DaemonProcess>;
  /** Ends the daemon as a power cut would: nothing is tidied up. At once; the promise is only for its end to be seen. */
  killDaemon(): Promise<void>;
  /** Has GitHub deliver again what no daemon answered, as an operator would. */
  redeliverUnanswered(): Promise<void>;
  /** Stops the daemon, and agents that still run. */
  close(): Promise<void>;
}

export function createStage(world: World, narrator: Narrator, command: readonly string[]): Stage {
  const running: { daemon: DaemonProcess | null } = { daemon: null };
  let doing = 'starting';
  const feed = createEventFeed(
    (event) => {
      doing = tellEvent(narrator, event) ?? doing;
    },
    () => narrator.waiting(doing),
  );
  return {
    world,
    feed,
    narrator,
    daemon: () => running.daemon,
    say(as, on, body) {
      narrator.said(as, `on ${on}: ${firstLine(body)}`);
      world.github.comment({ as, on, body });
    },
    entered: (loop, node, times = 1) =>
      feed.waitUntil(
        (events) => events.filter((event) => isEntry(event, loop, node)).length >= times,
        `${loop.pullRequest ?? loop.item} entering ${node}`,
      ),
    async startDaemon() {
      const daemon = await startDaemon(world, command);
      running.daemon = daemon;
      feed.follow(daemon);
      return daemon;
    },
    async killDaemon() {
      const { daemon } = running;
      running.daemon = null;
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

async function redeliverUnanswered({ github }: World): Promise<void> {
  await github.drained();
  const log = github.deliveries();
  const taken = new Set(log.filter(({ status }) => status !== 0).map(({ guid }) => guid));
  const missed = new Set(log.map(({ guid }) => guid).filter((guid) => !taken.has(guid)));
  for (const guid of missed) github.redeliver(guid);
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
