import {
  appendFacts,
  type ChainOutcome,
  degradations,
  type GateComment,
  type GraphState,
  type PendingEffect,
  type Plan,
  plannedEffects,
} from '@the-loop/graph-core';
import { degradedOf } from '../effects/degraded-of.ts';
import { type EffectResult } from '../effects/effect-performer.ts';
import { overdueEffects } from '../effects/overdue-effects.ts';
import { toPending } from '../effects/pending.ts';
import { performEffects, retryEffects } from '../effects/perform-effects.ts';
import { settleEffects } from '../effects/settle-effects.ts';
import { whatFailed } from '../effects/what-failed.ts';
import { runtimeError } from '../errors.ts';
import { type Asked, runEntry } from '../host/run-node-chain.ts';
import { type ResolvedGraph } from '../loops/resolve-graph.ts';
import { completionNotice } from './notices.ts';
import { type OpenLoop, type OpenOptions, openLoop, withState } from './open-loop.ts';
import { tellDegraded } from './tell-degraded.ts';
import { type Degraded, type VerbContext, type VerbInput } from './verb-context.ts';

const maxAttempts = 5;

/** What a verb decided about the loop it was shown. */
export interface Decision<Report> {
  readonly plan: Plan<Report>;
  /** Chains that were evaluated to decide; the plan's report already says what was degraded in them. */
  readonly chains?: readonly ChainOutcome[];
  /** The graph that the loop walks from now on, where the verb changes it. */
  readonly walks?: ResolvedGraph;
  /** What was said with the request, for the entry chain of the node that is entered. */
  readonly comments?: readonly GateComment[];
  /** Head commit of the gated pull request, for the same chain; absent when unknown. */
  readonly headSha?: string;
}

/** A verb that was carried out. */
export interface Carried<Report> {
  readonly report: Report;
  readonly plan: Plan<Report>;
  readonly before: OpenLoop;
  readonly after: OpenLoop;
  readonly degraded: readonly Degraded[];
  /** Those of `degraded` that the plan's report does not know yet. */
  readonly unsaid: readonly Degraded[];
  /** Comments about the verb itself that could not be posted. */
  readonly auditErrors: readonly string[];
  readonly warnings: readonly string[];
}

interface Prepared<Report> {
  readonly open: OpenLoop;
  readonly decision: Decision<Report>;
  readonly planned: OpenLoop;
  readonly entry: ChainOutcome | null;
  readonly added: readonly PendingEffect[];
}

function pinned(open: OpenLoop, state: GraphState, walks: ResolvedGraph): GraphState {
  const isWalking = state.facts.some((fact) => fact.kind === 'entered');
  return isWalking ? { ...state, loop: walks.graph.name, graph: walks.pin } : { ...state, loop: open.state.loop };
}

function askedOf({ comments = [], headSha = '' }: Decision<unknown>): Asked {
  return { comments, headSha };
}

async function prepare<Report>(
  context: VerbContext,
  open: OpenLoop,
  decision: Decision<Report>,
): Promise<Prepared<Report>> {
  const { plan } = decision;
  const walks = decision.walks ?? open.resolved;
  const state = pinned(open, appendFacts(open.state, plan.facts), walks);
  const planned = withState({ ...open, resolved: walks, graph: walks.graph }, state);
  const entry =
    plan.enters === null ? null : await runEntry(context, planned, { ...askedOf(decision), id: plan.enters });
  const entered = entry === null ? [] : plannedEffects(entry);
  const effects = [...plan.effects, ...entered, ...completionNotice(context, planned, plan.enters)];
  const occasion = { address: open.address, at: open.at, before: open.view, planned: planned.view, state };
  return { open, decision, planned, entry, added: toPending(effects, occasion) };
}

function degradedBy(chains: readonly ChainOutcome[]): Degraded[] {
  return chains.flatMap((chain) => degradations(chain).map(({ hook, error }) => ({ node: chain.node, hook, error })));
}

function isAudit({ effect }: PendingEffect): boolean {
  return effect.kind === 'comment' && effect.purpose === 'audit';
}

interface Failures {
  readonly degraded: readonly Degraded[];
  readonly auditErrors: readonly string[];
}

function failuresOf(added: readonly PendingEffect[], results: ReadonlyMap<string, EffectResult>): Failures {
  const failed = added.flatMap((pending) => {
    const result = results.get(pending.key);
    const error = result === undefined ? '' : whatFailed(result);
    return error === '' ? [] : [{ pending, error }];
  });
  const audits = failed.filter(({ pending }) => isAudit(pending));
  const others = failed.filter(({ pending }) => !isAudit(pending));
  return {
    degraded: others.map(({ pending, error }) => ({ node: pending.node, hook: pending.hook, error })),
    auditErrors: audits.map(({ error }) => error),
  };
}

function setAsideWarning(path: string, kept: string | null): string[] {
  return kept === null ? [] : [`${path} could not be read and was kept as ${kept}`];
}

async function performOverdue(
  context: VerbContext,
  { address, state }: OpenLoop,
  results: ReadonlyMap<string, EffectResult>,
): Promise<ReadonlyMap<string, EffectResult>> {
  if (context.retriesOverdue !== true) return new Map();
  return retryEffects(context, address, overdueEffects(state.pending, results));
}

async function finish<Report>(
  context: VerbContext,
  prepared: Prepared<Report>,
  kept: string | null,
): Promise<Carried<Report>> {
  const { open, planned, entry, added, decision } = prepared;
  const results = await performEffects(context, open.address, added);
  const late = await performOverdue(context, planned, results);
  const all = new Map([...late, ...results]);
  const settled = all.size === 0 ? null : await settleEffects(context, open.address, all);
  const failures = failuresOf(added, results);
  const ofEarlierVerbs = degradedOf(settled?.ended ?? [], late);
  const unsaid = [...degradedBy(entry === null ? [] : [entry]), ...failures.degraded, ...ofEarlierVerbs];
  const degraded = [...degradedBy(decision.chains ?? []), ...unsaid];
  tellDegraded(context, open, degraded);
  return {
    report: decision.plan.report,
    plan: decision.plan,
    before: open,
    after: withState(planned, settled?.state ?? planned.state),
    degraded,
    unsaid,
    auditErrors: failures.auditErrors,
    warnings: [...open.warnings, ...setAsideWarning(open.loop.path, kept)],
  };
}

function isEmpty(plan: Plan<unknown>): boolean {
  return plan.facts.length === 0 && plan.effects.length === 0 && plan.enters === null;
}

/** Tells the events of a commit; nothing is told of what was not written. */
type Tell<Report> = (prepared: {
  readonly before: OpenLoop;
  readonly planned: OpenLoop;
  readonly decision: Decision<Report>;
}) => void;

/** What every verb does: how it decides, and what it tells. */
export interface VerbSteps<Report> {
  /** Null: there is nothing to do. Runs again on a fresh reading when somebody else wrote meanwhile. */
  readonly decide: (open: OpenLoop) => Promise<Decision<Report> | null>;
  readonly tell: Tell<Report>;
  /** How the loop is opened, where a verb can do with less than others. */
  readonly opens?: OpenOptions;
}

/**
 * Reads a loop, decides outside of any lock, writes facts and effects in one commit, and only then carries the effects
 * out. When somebody else wrote in between, all of it is decided again; after five times it gives up with
 * `VERB_REFUSED_CONFLICT` and has written nothing.
 */
export async function carryOut<Report>(
  context: VerbContext,
  input: VerbInput,
  steps: VerbSteps<Report>,
): Promise<Carried<Report> | null> {
  let reason = '';
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const open = await openLoop(context, input, steps.opens);
    const decision = await steps.decide(open);
    // A gate that was told to stop has found nothing out.
    context.signal?.throwIfAborted();
    if (decision === null) return null;
    const prepared = await prepare(context, open, decision);
    const { planned, added } = prepared;
    if (isEmpty(decision.plan) && added.length === 0) return finish(context, prepared, null);
    const state: GraphState = { ...planned.state, pending: [...planned.state.pending, ...added] };
    const change = { state, graph: planned.graph, at: open.at };
    const outcome = await context.store.commit(open.address, open.loop.revision, change);
    if (outcome.kind === 'committed') {
      steps.tell({ before: open, planned, decision });
      if (outcome.setAside !== null) tellSetAside(context, open, outcome.setAside);
      return finish(context, { ...prepared, planned: withState(planned, state) }, outcome.setAside);
    }
    reason = outcome.reason;
  }
  throw runtimeError('VERB_REFUSED_CONFLICT', `${input.address.id}: lost to another program: ${reason}`, {
    remedy: 'try again',
  });
}

function tellSetAside(context: VerbContext, open: OpenLoop, kept: string): void {
  context.emit({
    event: 'state.quarantined',
    work_item: open.itemRef,
    path: open.loop.path,
    kept_as: kept,
    reason: open.loop.problem?.detail ?? 'it could not be read',
  });
}
