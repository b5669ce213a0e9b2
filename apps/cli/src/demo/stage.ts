import { type DaemonProcess, startDaemon } from './daemon-process.ts';
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
  /** A person says something on a ticket or pull request, `owner/repo#n`. */
  say(as: string, on: string, body: string): void;
  /** Resolves when the loop has entered the node for the `times`th time. */
  entered(loop: LoopName, node: string, times?: number): Promise<void>;
  startDaemon(): Promise<DaemonProcess>;
  close(): Promise<void>;
}

export function createStage(world: World, narrator: Narrator, command: readonly string[]): Stage {
  let daemon: DaemonProcess | null = null;
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
      daemon = await startDaemon(world, command);
      feed.follow(daemon);
      return daemon;
    },
    async close() {
      feed.close();
      narrator.end();
      await daemon?.stop();
    },
  };
}

/** Whether an event says that a loop entered a node. */
export function isEntry(event: FeedEvent, { item, pullRequest }: LoopName, node: string): boolean {
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
