import {
  type ConsultOutcome,
  type GraphDelivery,
  type GraphOutcome,
  type GraphPort,
  type GraphStanding,
  type GraphTarget,
  type MergeReport,
} from '@the-loop/dispatcher';
import { findNode, type GateComment, LoopError, type Principal } from '@the-loop/graph-core';
import {
  assignAgain,
  cleanup,
  contextBlock,
  openLoop,
  recordMerge,
  start,
  type VerbContext,
  type VerbReport,
} from '@the-loop/graph-runtime';
import { type Command } from '@the-loop/router';
import { type Turns } from '@the-loop/store';
import { type Occasion } from '../wiring/item-access.ts';
import { type GateHearingOptions, hearGate, isGatedMerge, isUsed } from './gate-hearing.ts';
import { isUnassigned } from './is-assigned.ts';
import { reconsiderLoop } from './reconsider.ts';
import { rehome } from './rehome.ts';

/** The process graph as the dispatcher uses it, over the verbs of each item. */
export interface GraphPortOptions {
  /** The verbs of an item; null when the service has no checkout of it. They give up with the signal. */
  readonly verbsOf: (target: GraphTarget, occasion: Occasion) => Promise<VerbContext | null>;
  readonly turns: Pick<Turns, 'list'>;
  /** What gates hear beside the words of a delivery. */
  readonly hearing: GateHearingOptions;
  /** The item was just entered, in a repository that did not adopt the process. */
  readonly enteredAsGuest: (target: GraphTarget, verbs: VerbContext) => Promise<void>;
  /** Tells the ticket that a pull request ended unmerged, once per delivery. */
  readonly noteAbandoned: (target: GraphTarget, deliveryId: string) => Promise<void>;
}

const NOWHERE: GraphStanding = {
  placed: false,
  node: '',
  human: false,
  terminal: false,
  sessionPerPr: null,
  lines: [],
};
const NOTHING: GraphOutcome = { node: '', human: false, moved: false, assigned: false, report: '' };

const LOOP_OF: Partial<Record<Command, string>> = { contribute: 'pdlc-contribution-loop', do: 'pdlc-adhoc-loop' };

export function createGraphPort(options: GraphPortOptions): GraphPort {
  return {
    context: (target, { signal }) => unlessGone(standing(options, target, signal), NOWHERE),
    start: (target, delivery, { signal }) => enter(options, { target, delivery, signal }),
    consult: (target, delivery, { signal }) => consult(options, { target, delivery, signal }),
    bindPullRequest: (target, delivery, { signal }) =>
      enter(options, { target, delivery: { ...delivery, command: null }, signal }),
    recordMerge: (target, merge, { signal }) => merged(options, { target, merge, signal }),
    abandonNote: (target, { deliveryId }) => options.noteAbandoned(target, deliveryId),
    reconsider: (target, _delivery, { signal }) => reconsider(options, target, signal),
    rehome: (target, delivery, { signal }) => rehome(options, { target, delivery, signal }),
    cleanup: (target, _reason, { signal }) => unlessGone(end(options, target, signal), undefined),
  };
}

/** Where a checkout was removed by somebody, there is no loop to look at or to end, and nothing else is held up by that. */
async function unlessGone<Answer>(answer: Promise<Answer>, gone: Answer): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LoopError && error.code === 'ITEM_REPOSITORY_MISSING') return gone;
    throw error;
  }
}

async function end({ verbsOf }: GraphPortOptions, target: GraphTarget, signal: AbortSignal): Promise<void> {
  const verbs = await verbsOf(target, { signal });
  if (verbs !== null) await cleanup(verbs, { address: target.address });
}

interface Merged {
  readonly target: GraphTarget;
  readonly merge: MergeReport;
  readonly signal: AbortSignal;
}

/** Whether the merge approves is judged here: by the gate where the loop stands, and by what was asked about there. */
async function merged(options: GraphPortOptions, { target, merge, signal }: Merged): Promise<GraphOutcome> {
  const verbs = await options.verbsOf(target, { signal });
  if (verbs === null || !(await isPlaced(verbs, target))) return NOTHING;
  const { by, sha, headSha } = merge;
  const approves = merge.approves && (await isGatedMerge(options.hearing, { verbs, target, headSha }));
  const report = await recordMerge(verbs, { address: target.address, by: principal(by), sha, approves });
  return outcome(verbs, target, report);
}

function principal(by: { readonly login: string; readonly id: number | null } | null): Principal {
  if (by === null) return { login: 'ghost' };
  return by.id === null ? { login: by.login } : { login: by.login, id: by.id };
}

async function standing(
  { verbsOf }: GraphPortOptions,
  target: GraphTarget,
  signal: AbortSignal,
): Promise<GraphStanding> {
  const verbs = await verbsOf(target, { signal });
  if (verbs === null) return NOWHERE;
  const open = await openLoop(verbs, { address: target.address });
  const { view, graph, address } = open;
  const node = findNode(graph, view.currentNode);
  return {
    placed: view.currentNode !== '',
    node: view.currentNode,
    human: node?.actor === 'human' && !node.terminal,
    terminal: node?.terminal ?? false,
    sessionPerPr: view.sessionPerPr,
    lines: contextBlock({ graph, view, address }).split('\n'),
  };
}

async function isPlaced(verbs: VerbContext, target: GraphTarget): Promise<boolean> {
  return (await openLoop(verbs, { address: target.address })).view.currentNode !== '';
}

interface Entering {
  readonly target: GraphTarget;
  readonly delivery: GraphDelivery & { readonly command: Command | null };
  readonly signal: AbortSignal;
}

/**
 * Enters a loop that was not entered. Where it was entered at people, their words that came with the start are heard once, and no
 * later gate hears them when the start is repeated; where it stands at an agent whose session has lost its assignment, that one is
 * given again.
 */
async function enter(options: GraphPortOptions, { target, delivery, signal }: Entering): Promise<GraphOutcome> {
  const verbs = await options.verbsOf(target, { trigger: delivery, signal });
  if (verbs === null) return NOTHING;
  const loop = delivery.command === null ? undefined : LOOP_OF[delivery.command];
  const input = { address: target.address, ...(loop === undefined ? {} : { loop }) };
  const started = await start(verbs, { ...input, by: principal(delivery.by), comments: delivery.comments });
  if (started !== null && !verbs.settings.repoInitialized) await options.enteredAsGuest(target, verbs);
  const entered = await outcome(verbs, target, started);
  if (entered.human && (await isAtEntry(verbs, target))) return hear(options, verbs, { target, delivery, entered });
  if (!entered.assigned || started !== null) return entered;
  return { ...entered, assigned: await assigned(options, verbs, { target, delivery }) };
}

/** The loop has gone nowhere since it was entered. */
async function isAtEntry(verbs: VerbContext, { address }: GraphTarget): Promise<boolean> {
  const { state } = await openLoop(verbs, { address });
  return state.facts.filter(({ kind }) => kind === 'entered').length === 1;
}

async function hear(
  { hearing }: GraphPortOptions,
  verbs: VerbContext,
  { target, delivery, entered }: Pick<Entering, 'target' | 'delivery'> & { readonly entered: GraphOutcome },
): Promise<GraphOutcome> {
  const { comments: words, headSha } = delivery;
  if (words.length === 0 || (await areUsed(verbs, target, words))) return entered;
  return outcome(verbs, target, await hearGate(hearing, { verbs, target, words, headSha }));
}

/** A loop that was entered before has its turn, unless that one was given up with its session: then it is put once more. */
async function assigned(
  { turns }: GraphPortOptions,
  verbs: VerbContext,
  { target: { item, address }, delivery: { deliveryId } }: Pick<Entering, 'target' | 'delivery'>,
): Promise<boolean> {
  if (!(await isUnassigned(turns, { verbs, item, address }))) return true;
  return assignAgain(verbs, { address, occasion: deliveryId });
}

interface Consulting {
  readonly target: GraphTarget;
  readonly delivery: GraphDelivery;
  readonly signal: AbortSignal;
}

async function consult(options: GraphPortOptions, { target, delivery, signal }: Consulting): Promise<ConsultOutcome> {
  const verbs = await options.verbsOf(target, { trigger: delivery, signal });
  if (verbs === null) return { ...NOTHING, consumed: false };
  const { comments: words, headSha } = delivery;
  if (await areUsed(verbs, target, words)) return { ...(await outcome(verbs, target, null)), consumed: true };
  const report = await hearGate(options.hearing, { verbs, target, words, headSha });
  const after = await outcome(verbs, target, report);
  return { ...after, consumed: after.moved || (await areUsed(verbs, target, words)) };
}

async function areUsed(verbs: VerbContext, { address }: GraphTarget, words: readonly GateComment[]): Promise<boolean> {
  const open = await openLoop(verbs, { address });
  return words.length > 0 && words.every((comment) => isUsed(open, comment));
}

async function reconsider(
  { verbsOf }: GraphPortOptions,
  target: GraphTarget,
  signal: AbortSignal,
): Promise<GraphOutcome> {
  const verbs = await verbsOf(target, { signal });
  if (verbs === null) return NOTHING;
  return outcome(verbs, target, await reconsiderLoop(verbs, target.address));
}

/** An agent node that was just entered has given its session an assignment. */
async function outcome(verbs: VerbContext, target: GraphTarget, report: VerbReport | null): Promise<GraphOutcome> {
  const { view, graph } = await openLoop(verbs, { address: target.address });
  const node = findNode(graph, view.currentNode);
  if (node === undefined) {
    if (view.currentNode === '') return NOTHING;
    throw new LoopError('SERVICE_ITEM_UNKNOWN', `${target.address.id} stands at a node that its graph does not have`, {
      remedy: `run the-loop graph force ${target.address.id} --to <node> --reason <why>`,
    });
  }
  const moved = report?.moved ?? false;
  return {
    node: node.id,
    human: node.actor === 'human' && !node.terminal,
    moved,
    // Entering a node of an agent has assigned it, in this call or in an earlier try of the same delivery.
    assigned: node.actor === 'agent' && !node.terminal,
    report: report?.messages[0] ?? '',
  };
}
