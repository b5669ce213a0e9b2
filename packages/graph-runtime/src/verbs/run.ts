import { findNode } from '@the-loop/graph-core';
import { deferringPerformer } from '../effects/effect-performer.ts';
import { createOverlayItemStore } from '../items/overlay-item-store.ts';
import { advance } from './advance.ts';
import { openLoop } from './open-loop.ts';
import { type VerbContext, type VerbInput } from './verb-context.ts';
import { type VerbReport } from './verb-report.ts';

/** How far a run may go. */
export interface RunInput extends VerbInput {
  /** Bound on advances; 20 when absent. */
  readonly maxNodes?: number;
  /** True: the same hooks and the same verdicts on a copy in memory; nothing is written, posted or started. */
  readonly dryRun?: boolean;
}

/** Why a run stopped. */
export type RunEnd = 'waiting' | 'blocked' | 'complete' | 'looping' | 'bound';

/** What a run did, or would do. */
export interface RunReport {
  readonly workItem: string;
  readonly steps: readonly VerbReport[];
  readonly end: RunEnd;
  readonly currentNode: string;
  readonly dryRun: boolean;
}

const maxVisits = 2;

/** A context that decides as the given one and changes nothing outside of memory. */
function rehearsing(context: VerbContext): VerbContext {
  const { store, hooks, settings, now, principal, graphs, remote, signal } = context;
  return {
    store: createOverlayItemStore(store),
    hooks,
    settings,
    now,
    principal,
    performer: deferringPerformer,
    emit: () => undefined,
    ...(graphs === undefined ? {} : { graphs }),
    ...(remote === undefined ? {} : { remote }),
    ...(signal === undefined ? {} : { signal }),
  };
}

function endOf(step: VerbReport, isTerminal: boolean): RunEnd | null {
  if (step.status === 'wait') return 'waiting';
  if (step.status === 'noop' && step.reason === 'abandoned') return 'complete';
  if (step.status !== 'pass') return 'blocked';
  return isTerminal ? 'complete' : null;
}

async function isAtEnd(context: VerbContext, input: VerbInput): Promise<boolean> {
  const open = await openLoop(context, input);
  return findNode(open.graph, open.view.currentNode)?.terminal === true;
}

interface Walk {
  readonly context: VerbContext;
  readonly input: VerbInput;
  readonly steps: VerbReport[];
  readonly visits: Map<string, number>;
}

async function stepOn({ context, input, steps, visits }: Walk): Promise<RunEnd | null> {
  const step = await advance(context, { ...input, claim: true });
  steps.push(step);
  const count = (visits.get(step.currentNode) ?? 0) + 1;
  visits.set(step.currentNode, count);
  const end = endOf(step, await isAtEnd(context, input));
  return end === null && count > maxVisits ? 'looping' : end;
}

/** Advances until the loop waits, blocks, ends, walks in a circle or has used up its bound. */
export async function run(context: VerbContext, input: RunInput): Promise<RunReport> {
  const { maxNodes = 20, dryRun = false, ...verb } = input;
  const acting = dryRun ? rehearsing(context) : context;
  const walk: Walk = { context: acting, input: verb, steps: [], visits: new Map() };
  let end: RunEnd | null = null;
  while (end === null && walk.steps.length < maxNodes) end = await stepOn(walk);
  const currentNode = walk.steps.at(-1)?.currentNode ?? '';
  return { workItem: input.address.id, steps: walk.steps, end: end ?? 'bound', currentNode, dryRun };
}
