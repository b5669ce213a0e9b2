import {
  type ConsultOutcome,
  type GraphDelivery,
  type GraphOutcome,
  type GraphPort,
  type GraphStanding,
  type GraphTarget,
} from '@the-loop/dispatcher';
import { findNode, type GateComment, LoopError, type Principal } from '@the-loop/graph-core';
import {
  cleanup,
  contextBlock,
  openLoop,
  recordMerge,
  start,
  type VerbContext,
  type VerbReport,
} from '@the-loop/graph-runtime';
import { type Command } from '@the-loop/router';
import { type Trigger } from './agent-prompt.ts';
import { type GateHearingOptions, hearGate, isUsed } from './gate-hearing.ts';
import { reconsiderLoop } from './reconsider.ts';

/** The process graph as the dispatcher uses it, over the verbs of each item. */
export interface GraphPortOptions {
  /** The verbs of an item; null when the service has no checkout of it. */
  readonly verbsOf: (target: GraphTarget, trigger?: Trigger) => Promise<VerbContext | null>;
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
    context: (target) => standing(options, target),
    start: (target, delivery) => enter(options, target, delivery),
    consult: (target, delivery) => consult(options, target, delivery),
    bindPullRequest: (target, delivery) => enter(options, target, { ...delivery, command: null }),
    async recordMerge(target, { by, sha, approves }) {
      const verbs = await options.verbsOf(target);
      if (verbs === null || !(await isPlaced(verbs, target))) return NOTHING;
      const report = await recordMerge(verbs, { address: target.address, by: principal(by), sha, approves });
      return outcome(verbs, target, report);
    },
    abandonNote: (target, { deliveryId }) => options.noteAbandoned(target, deliveryId),
    reconsider: (target) => reconsider(options, target),
    async cleanup(target) {
      const verbs = await options.verbsOf(target);
      if (verbs !== null) await cleanup(verbs, { address: target.address });
    },
  };
}

function principal(by: { readonly login: string; readonly id: number | null } | null): Principal {
  if (by === null) return { login: 'ghost' };
  return by.id === null ? { login: by.login } : { login: by.login, id: by.id };
}

async function standing({ verbsOf }: GraphPortOptions, target: GraphTarget): Promise<GraphStanding> {
  const verbs = await verbsOf(target);
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

/** Enters a loop that was not entered. Where it begins with people, their words that came with the start are heard once. */
async function enter(
  options: GraphPortOptions,
  target: GraphTarget,
  delivery: GraphDelivery & { readonly command: Command | null },
): Promise<GraphOutcome> {
  const verbs = await options.verbsOf(target, delivery);
  if (verbs === null) return NOTHING;
  const loop = delivery.command === null ? undefined : LOOP_OF[delivery.command];
  const input = { address: target.address, ...(loop === undefined ? {} : { loop }) };
  const started = await start(verbs, { ...input, by: principal(delivery.by), comments: delivery.comments });
  if (started !== null && !verbs.settings.repoInitialized) await options.enteredAsGuest(target, verbs);
  const entered = await outcome(verbs, target, started);
  if (started === null || !entered.human || delivery.comments.length === 0) return entered;
  const { comments: words, headSha } = delivery;
  return outcome(verbs, target, await hearGate(options.hearing, { verbs, target, words, headSha }));
}

async function consult(
  options: GraphPortOptions,
  target: GraphTarget,
  delivery: GraphDelivery,
): Promise<ConsultOutcome> {
  const verbs = await options.verbsOf(target, delivery);
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

async function reconsider({ verbsOf }: GraphPortOptions, target: GraphTarget): Promise<GraphOutcome> {
  const verbs = await verbsOf(target);
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
