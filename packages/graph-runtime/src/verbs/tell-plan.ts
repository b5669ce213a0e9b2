import { type LoopEvent } from '@the-loop/events';
import { type Fact, type NodeReport } from '@the-loop/graph-core';
import { eventNames, type OpenLoop } from './open-loop.ts';
import { type VerbContext } from './verb-context.ts';

interface Told {
  readonly before: OpenLoop;
  readonly planned: OpenLoop;
  readonly facts: readonly Fact[];
}

function names({ before }: Told): ReturnType<typeof eventNames> {
  return eventNames(before);
}

function ofEntry(fact: Extract<Fact, { kind: 'entered' }>, told: Told): LoopEvent[] {
  const at = names(told);
  if (fact.via === 'start') {
    return [{ event: 'graph.started', ...at, node: fact.node, loop: told.planned.graph.name, actor: fact.by.login }];
  }
  if (fact.via === 'cleanup') {
    return [{ event: 'graph.cleaned', ...at, from: told.before.view.currentNode, reason: 'asked for' }];
  }
  if (fact.via !== 'edge' && fact.via !== 'merge') return [];
  const left = told.facts.find((other) => other.kind === 'exited' && other.node === told.before.view.currentNode);
  if (left?.kind !== 'exited') return [];
  const moved: LoopEvent = { event: 'graph.advanced', ...at, node: left.node, to: fact.node, outcome: left.outcome };
  const end = told.planned.graph.nodes.find((node) => node.id === fact.node);
  return end?.terminal === true ? [moved, { event: 'graph.completed', ...at, node: fact.node }] : [moved];
}

function ofSelection(fact: Extract<Fact, { kind: 'selected' }>, told: Told): LoopEvent[] {
  const { work_item } = names(told);
  const events: LoopEvent[] = [{ event: 'graph.frozen', work_item }];
  const actor = fact.by.login;
  if (fact.skips.length > 0) {
    events.push({ event: 'graph.skips_declared', ...names(told), via: 'selection', nodes: [...fact.skips], actor });
  }
  if (fact.optIns.length > 0) {
    events.push({ event: 'graph.opt_ins_selected', work_item, via: 'selection', nodes: [...fact.optIns] });
  }
  return events;
}

type Teller<Kind extends Fact['kind']> = (fact: Extract<Fact, { kind: Kind }>, told: Told) => LoopEvent[];

function ofExit(fact: Extract<Fact, { kind: 'exited' }>, told: Told): LoopEvent[] {
  if (fact.outcome !== 'skipped') return [];
  const { via, token, by, reason } = told.planned.view.skips[fact.node] ?? { via: '', token: '', by: '', reason: '' };
  return [{ event: 'graph.node_skipped', ...names(told), node: fact.node, via, token, by, reason }];
}

const tellers: { readonly [Kind in Fact['kind']]: Teller<Kind> } = {
  entered: ofEntry,
  exited: ofExit,
  selected: ofSelection,
  forced: ({ from, to, reason, by }, told) => [
    { event: 'graph.forced', ...names(told), from, to, actor: by.login, reason },
  ],
  unskipped: ({ node, reason, by }, told) => [
    { event: 'graph.unskipped', work_item: told.before.itemRef, node, actor: by.login, reason },
  ],
  merged: ({ approves, by }, told) => [
    { event: 'graph.merged', ...names(told), pull_request: told.before.ref, approves, actor: by.login },
  ],
  abandoned: ({ reason, by }, told) => [{ event: 'graph.abandoned', ...names(told), reason, actor: by.login }],
  migrated: ({ from, to, by }, told) => [{ event: 'graph.migrated', ...names(told), from, to, actor: by.login }],
  skipped: () => [],
  claimed: () => [],
  verified: () => [],
  goal: () => [],
  approved: () => [],
  'changes-requested': () => [],
};

function ofFact<Kind extends Fact['kind']>(kind: Kind, fact: Extract<Fact, { kind: Kind }>, told: Told): LoopEvent[] {
  return tellers[kind](fact, told);
}

/** Emits what a commit has made true. */
export function tellFacts(context: VerbContext, told: Told): void {
  for (const fact of told.facts) {
    for (const event of ofFact(fact.kind, fact, told)) context.emit(event);
  }
}

/** How a gate answered. */
export interface Answered {
  readonly report: NodeReport;
  /** The hook that stopped the chain; empty when none did. */
  readonly hook: string;
  /** Approved files that have changed since. */
  readonly drifted: readonly string[];
}

function ofGate(told: Told, { report, hook, drifted }: Answered): LoopEvent[] {
  const at = { ...names(told), node: report.node };
  const { attempts, outcome, status } = report;
  const files: LoopEvent[] = drifted.length === 0 ? [] : [{ event: 'graph.drifted', ...at, files: [...drifted] }];
  if (status === 'wait') return [{ event: 'graph.parked', ...at }, ...files];
  if (status === 'block') return [{ event: 'graph.blocked', ...at, hook, attempts }];
  if (status !== 'escalated') return [];
  if (hook === '') return [{ event: 'graph.no_edge', ...at, outcome }];
  return [{ event: 'graph.escalated', ...at, attempts, repeated: attempts > 1 }];
}

/** Emits how the gate answered when it did not pass. */
export function tellGate(context: VerbContext, told: Told, answered: Answered): void {
  for (const event of ofGate(told, answered)) context.emit(event);
}
