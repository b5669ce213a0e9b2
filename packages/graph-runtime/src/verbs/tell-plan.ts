import { type LoopEvent } from '@the-loop/events';
import { type ChainOutcome, type Fact, type NodeReport } from '@the-loop/graph-core';
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

/** What a gate asks about is not what it asked about before. */
function renewed({ node, subjects }: Extract<Fact, { kind: 'entered' }>, told: Told): LoopEvent {
  const before = told.before.state.facts.findLast((fact) => fact.kind === 'entered');
  const asked: Readonly<Record<string, string>> = before?.kind === 'entered' ? before.subjects : {};
  const files = Object.keys({ ...asked, ...subjects }).filter((file) => asked[file] !== subjects[file]);
  return { event: 'gate.renewed', work_item: told.before.itemRef, node, files };
}

function ofEntry(fact: Extract<Fact, { kind: 'entered' }>, told: Told): LoopEvent[] {
  const at = names(told);
  if (fact.via === 'start') {
    return [{ event: 'graph.started', ...at, node: fact.node, loop: told.planned.graph.name, actor: fact.by.login }];
  }
  if (fact.via === 'cleanup') {
    return [{ event: 'graph.cleaned', ...at, from: told.before.view.currentNode, reason: 'asked for' }];
  }
  if (fact.via === 'renew') return [renewed(fact, told)];
  if (fact.via !== 'edge' && fact.via !== 'merge') return [];
  const left = told.facts.find((other) => other.kind === 'exited' && other.node === told.before.view.currentNode);
  if (left?.kind !== 'exited') return [];
  const moved: LoopEvent = { event: 'graph.advanced', ...at, node: left.node, to: fact.node, outcome: left.outcome };
  const end = told.planned.graph.nodes.find((node) => node.id === fact.node);
  return end?.terminal === true ? [moved, { event: 'graph.completed', ...at, node: fact.node }] : [moved];
}

/** People answered a human gate: who, what, and from where. */
function answered({ by, source }: Fact, told: Told, outcome: string): LoopEvent {
  const via = source.kind === 'claim' || source.kind === 'runtime' ? 'api' : source.kind;
  return { event: 'gate.answered', ...names(told), node: told.before.view.currentNode, outcome, actor: by.login, via };
}

/** Rows on the ticket, or an answer that was typed. */
function declaredVia({ source }: Pick<Fact, 'source'>): 'selection' | 'gate-answer' {
  return source.kind === 'terminal' ? 'gate-answer' : 'selection';
}

function ofSelection(fact: Extract<Fact, { kind: 'selected' }>, told: Told): LoopEvent[] {
  const { work_item } = names(told);
  const events: LoopEvent[] = [answered(fact, told, 'selected'), { event: 'graph.frozen', work_item }];
  const actor = fact.by.login;
  const via = declaredVia(fact);
  if (fact.skips.length > 0) {
    events.push({ event: 'graph.skips_declared', ...names(told), via, nodes: [...fact.skips], actor });
  }
  if (fact.optIns.length > 0) {
    events.push({ event: 'graph.opt_ins_selected', work_item, via, nodes: [...fact.optIns] });
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
  goal: (fact, told) => [answered(fact, told, 'defined')],
  approved: (fact, told) => [answered(fact, told, fact.outcome)],
  'changes-requested': (fact, told) => [answered(fact, told, fact.outcome)],
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

const WHY_REFUSED = {
  refused: 'the loop does not allow leaving it out',
  unknown: 'the loop has no phase of this name',
  late: 'it was entered already',
} as const;

/** Names the rows of a signed selection that have no effect. */
export function tellRefusedRows(context: VerbContext, told: Told, chain: ChainOutcome): void {
  const signed = chain.results.find(({ hook }) => hook === 'classify-phase-selection')?.result;
  if (signed?.status !== 'pass') return;
  const { work_item } = names(told);
  for (const [kind, why] of Object.entries(WHY_REFUSED)) {
    const tokens = signed.data?.[kind];
    if (!Array.isArray(tokens)) continue;
    for (const token of tokens)
      context.emit({ event: 'graph.skips_rejected', work_item, token: String(token), via: 'selection', why });
  }
}
