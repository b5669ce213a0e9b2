import { type Clock } from '../ports.ts';

/**
 * How a try of a row ended: it is finished, or to be tried again, before anything that waits behind it. `busy`: it waits for
 * an agent, and what is urgent goes before it.
 */
export type RowEnd = { readonly kind: 'done' } | { readonly kind: 'again' | 'busy'; readonly at: number };

/** Whether a row goes before a head that waits for an agent. What is urgent passes what is patient, and no barrier. */
export type Urgency = 'urgent' | 'patient' | 'barrier';

export interface LanesOptions<Row> {
  /** How many lanes work at once; asked each time. */
  readonly cap: () => number;
  /** Never rejects. */
  readonly run: (row: Row, lane: string) => Promise<RowEnd>;
  /** Rows wait in this order behind the head of their lane. Default: in the order in which they come. */
  readonly order?: (row: Row) => number;
  /** Default: every row is patient. */
  readonly urgency?: (row: Row) => Urgency;
  readonly clock: Clock;
  /** Called when a lane begins to wait for its head's time. */
  readonly waits?: () => void;
}

/** One queue per key: in order within a lane, side by side between lanes. An empty lane is forgotten. */
export interface Lanes<Row> {
  push(lane: string, row: Row, notBefore?: number): void;
  /** What waits in a lane, and what runs in it, is in another one from now on, behind the head of that. */
  rename(from: string, to: string): void;
  /** Lets what runs finish and begins nothing else. Answers what still waited. */
  stop(): Promise<readonly Row[]>;
  /** Resolves when nothing runs and nothing may run now. */
  quiet(): Promise<void>;
  counts(): { readonly lanes: number; readonly rows: number; readonly running: number };
  /** Rows in lanes whose head waits for its time. */
  parked(): number;
}

interface Waiting<Row> {
  readonly row: Row;
  readonly notBefore: number;
  /** It waits for an agent. */
  readonly busy?: boolean;
}

interface Lane<Row> {
  key: string;
  queue: readonly Waiting<Row>[];
  state: 'ready' | 'running' | 'waiting';
  cancel: () => void;
}

interface Inner<Row> {
  readonly options: LanesOptions<Row>;
  readonly lanes: Map<string, Lane<Row>>;
  readonly ready: Lane<Row>[];
  readonly listeners: (() => void)[];
  running: number;
  /** Rows in lanes whose state is `waiting`. */
  parked: number;
  isStopped: boolean;
}

/** Empty lanes. */
export function createLanes<Row>(options: LanesOptions<Row>): Lanes<Row> {
  const inner: Inner<Row> = {
    options,
    lanes: new Map(),
    ready: [],
    listeners: [],
    running: 0,
    parked: 0,
    isStopped: false,
  };
  return {
    push: (key, row, notBefore = 0) => push(inner, key, { row, notBefore }),
    rename: (from, to) => rename(inner, from, to),
    stop: () => stop(inner),
    quiet: () => quiet(inner),
    counts: () => ({
      lanes: inner.lanes.size,
      rows: [...inner.lanes.values()].reduce((sum, lane) => sum + lane.queue.length, 0),
      running: inner.running,
    }),
    parked: () => inner.parked,
  };
}

async function stop<Row>(inner: Inner<Row>): Promise<readonly Row[]> {
  inner.isStopped = true;
  inner.ready.length = 0;
  for (const lane of inner.lanes.values()) lane.cancel();
  await quiet(inner);
  return [...inner.lanes.values()].flatMap((lane) => lane.queue.map((waiting) => waiting.row));
}

function push<Row>(inner: Inner<Row>, key: string, waiting: Waiting<Row>): void {
  const lane = inner.lanes.get(key);
  if (lane) {
    append(inner, lane, [waiting]);
    return;
  }
  const fresh: Lane<Row> = { key, queue: [waiting], state: 'ready', cancel: () => undefined };
  inner.lanes.set(key, fresh);
  makeReady(inner, fresh);
}

function append<Row>(inner: Inner<Row>, lane: Lane<Row>, more: readonly Waiting<Row>[]): void {
  const head = lane.queue[0];
  lane.queue = merged(inner, lane.queue, more);
  if (lane.state !== 'waiting') return;
  inner.parked += more.length;
  lane.queue = urgentFirst(inner, lane.queue);
  if (lane.queue[0] === head) return;
  lane.cancel();
  makeReady(inner, lane);
}

function merged<Row>(
  { options: { order } }: Inner<Row>,
  queue: readonly Waiting<Row>[],
  more: readonly Waiting<Row>[],
): readonly Waiting<Row>[] {
  const [head, ...rest] = queue;
  if (order === undefined || head === undefined) return [...queue, ...more];
  return [head, ...[...rest, ...more].sort((a, b) => order(a.row) - order(b.row))];
}

/** The queue with the first urgent row before a head that waits for an agent. */
function urgentFirst<Row>({ options }: Inner<Row>, queue: readonly Waiting<Row>[]): readonly Waiting<Row>[] {
  const [head, ...rest] = queue;
  if (head?.busy !== true || options.urgency === undefined) return queue;
  for (const waiting of rest) {
    const urgency = options.urgency(waiting.row);
    if (urgency === 'barrier') return queue;
    if (urgency === 'urgent') return [waiting, ...queue.filter((each) => each !== waiting)];
  }
  return queue;
}

function rename<Row>(inner: Inner<Row>, from: string, to: string): void {
  const lane = inner.lanes.get(from);
  const other = inner.lanes.get(to);
  if (lane === undefined || lane === other) return;
  if (other === undefined) {
    inner.lanes.delete(from);
    lane.key = to;
    inner.lanes.set(to, lane);
    return;
  }
  // What runs ends where it is; the rest goes behind the others.
  const kept = lane.state === 'running' ? 1 : 0;
  const moved = lane.queue.slice(kept);
  lane.queue = lane.queue.slice(0, kept);
  if (lane.state === 'waiting') inner.parked -= moved.length;
  append(inner, other, moved);
  if (kept > 0) return;
  lane.cancel();
  inner.lanes.delete(from);
}

/** The head of the lane may run now, or when its time comes. */
function makeReady<Row>(inner: Inner<Row>, lane: Lane<Row>): void {
  if (lane.state === 'waiting') inner.parked -= lane.queue.length;
  lane.state = 'ready';
  const head = lane.queue[0];
  if (head === undefined || inner.isStopped) return;
  const wait = head.notBefore - inner.options.clock.now();
  if (wait > 0) {
    lane.state = 'waiting';
    inner.parked += lane.queue.length;
    lane.cancel = inner.options.clock.after(wait, () => makeReady(inner, lane));
    inner.options.waits?.();
    return;
  }
  inner.ready.push(lane);
  fillSlots(inner);
}

function fillSlots<Row>(inner: Inner<Row>): void {
  while (inner.running < inner.options.cap() && !inner.isStopped) {
    const lane = inner.ready.shift();
    if (lane === undefined) return;
    void runHead(inner, lane);
  }
}

async function runHead<Row>(inner: Inner<Row>, lane: Lane<Row>): Promise<void> {
  const head = lane.queue[0];
  if (head === undefined) return;
  lane.state = 'running';
  inner.running += 1;
  const end = await inner.options.run(head.row, lane.key);
  inner.running -= 1;
  const rest = lane.queue.slice(1);
  lane.queue = end.kind === 'done' ? rest : urgentFirst(inner, [again(head, end), ...rest]);
  if (lane.queue.length === 0) inner.lanes.delete(lane.key);
  makeReady(inner, lane);
  fillSlots(inner);
  tellQuiet(inner);
}

function again<Row>({ row }: Waiting<Row>, end: Exclude<RowEnd, { readonly kind: 'done' }>): Waiting<Row> {
  return { row, notBefore: end.at, busy: end.kind === 'busy' };
}

function quiet<Row>(inner: Inner<Row>): Promise<void> {
  if (isQuiet(inner)) return Promise.resolve();
  return new Promise((resolve) => inner.listeners.push(resolve));
}

function isQuiet<Row>(inner: Inner<Row>): boolean {
  return inner.running === 0 && inner.ready.length === 0;
}

function tellQuiet<Row>(inner: Inner<Row>): void {
  if (!isQuiet(inner)) return;
  for (const listener of inner.listeners.splice(0)) listener();
}
