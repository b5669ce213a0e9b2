import { formatRef } from '@the-loop/graph-core';
import {
  type ConsultOutcome,
  type GraphOutcome,
  type GraphPort,
  type GraphStanding,
  type GraphTarget,
} from '../ports.ts';

/** Where a loop is, and what it has taken. */
interface FakeLoop {
  node: string;
  readonly used: string[];
  /** Delivery ids that moved it, in order. */
  readonly moves: string[];
  merged: boolean;
}

const NEXT: Readonly<Record<string, string>> = { approval: 'work', work: 'review', review: 'complete' };
const HUMAN: ReadonlySet<string> = new Set(['approval', 'review']);

/** A graph of four nodes that keeps what the port promises: each comment is used once, repeating changes nothing. */
export interface FakeGraph extends GraphPort {
  readonly loops: Map<string, FakeLoop>;
  /** What else was asked, in order. */
  readonly calls: string[];
  /** Moves a loop by hand, as a claim would. */
  place(target: string, node: string): void;
}

/** The name of a loop in {@link FakeGraph.loops}. */
function loopName({ item, address }: GraphTarget): string {
  const inner = address.pr === undefined ? '' : ` ${address.prRepo ?? ''}#${address.pr}`;
  return `${formatRef(item)}${inner}`.toLowerCase();
}

/** A graph without loops. */
export function createFakeGraph(): FakeGraph {
  const loops = new Map<string, FakeLoop>();
  const calls: string[] = [];
  const enter = (target: GraphTarget, node: string): FakeLoop => {
    const name = loopName(target);
    const loop = loops.get(name) ?? { node, used: [], moves: [], merged: false };
    loops.set(name, loop);
    return loop;
  };
  const outcome = (loop: FakeLoop | undefined, moved = false): GraphOutcome => ({
    node: loop?.node ?? '',
    human: HUMAN.has(loop?.node ?? ''),
    moved,
    assigned: false,
    report: '',
  });
  return {
    loops,
    calls,
    place: (name, node) => {
      const loop = loops.get(name);
      if (loop) loop.node = node;
    },
    context: (target) => Promise.resolve(standing(loops.get(loopName(target)))),
    start: (target) => Promise.resolve(outcome(enter(target, 'approval'))),
    consult: (target, { comments, deliveryId }) => {
      const loop = loops.get(loopName(target));
      return Promise.resolve({ ...outcome(loop), ...consult(loop, { comments, deliveryId }) });
    },
    bindPullRequest: (target) => Promise.resolve(outcome(enter(target, 'work'))),
    recordMerge: (target) => {
      const loop = loops.get(loopName(target));
      if (loop) Object.assign(loop, { merged: true, node: 'complete' });
      return Promise.resolve(outcome(loop, true));
    },
    abandonNote: (target) => {
      note(calls, `abandon ${loopName(target)}`);
      return Promise.resolve();
    },
    rehome: (target) => {
      note(calls, `rehome ${loopName(target)}`);
      return Promise.resolve();
    },
    reconsider: (target, { deliveryId }) => {
      note(calls, `reconsider ${loopName(target)} ${deliveryId}`);
      return Promise.resolve(outcome(loops.get(loopName(target))));
    },
    cleanup: (target) => {
      note(calls, `cleanup ${loopName(target)}`);
      return Promise.resolve();
    },
  };
}

function consult(
  loop: FakeLoop | undefined,
  {
    comments,
    deliveryId,
  }: { readonly comments: readonly { readonly id?: string; readonly body: string }[]; readonly deliveryId: string },
): Partial<ConsultOutcome> & Pick<ConsultOutcome, 'consumed'> {
  if (loop === undefined) return { consumed: false };
  if (comments.some((each) => loop.used.includes(each.id ?? ''))) return { consumed: true };
  const answer = comments.find((each) => each.body.includes('lgtm'));
  if (answer === undefined || !HUMAN.has(loop.node)) return { consumed: false };
  loop.used.push(answer.id ?? '');
  loop.moves.push(deliveryId);
  loop.node = NEXT[loop.node] ?? loop.node;
  return { consumed: true, moved: true };
}

function standing(loop: FakeLoop | undefined): GraphStanding {
  return {
    placed: loop !== undefined,
    node: loop?.node ?? '',
    human: HUMAN.has(loop?.node ?? ''),
    terminal: loop?.node === 'complete',
    sessionPerPr: null,
    lines: loop === undefined ? [] : [`Node: ${loop.node}.`],
  };
}

function note(calls: string[], call: string): void {
  if (!calls.includes(call)) calls.push(call);
}
