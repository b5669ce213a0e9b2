import { type LoopAddress, type MigrationReport, planMigrate } from '@the-loop/graph-core';
import { deferringPerformer } from '../effects/effect-performer.ts';
import { runtimeError } from '../errors.ts';
import { createOverlayItemStore } from '../items/overlay-item-store.ts';
import { loadLoopWithDigest } from '../loops/load-loop.ts';
import { type ResolvedGraph } from '../loops/resolve-graph.ts';
import { innerLoop } from '../loops/shipped-loops.ts';
import { digestArtifacts } from './artifact-digests.ts';
import { carryOut } from './carry-out.ts';
import { stampOf } from './stamp.ts';
import { tellFacts } from './tell-plan.ts';
import { type Degraded, type VerbContext, type VerbInput } from './verb-context.ts';

/** Where an item is to go on. */
export interface MigrateInput extends VerbInput {
  /** Name of the loop, shipped or the operator's; its present version is taken. */
  readonly to: string;
  /** The node of the new graph to go on at, where the present one is gone. */
  readonly at?: string;
  /** True when an authorized person asks: only then may a gate get lost. */
  readonly authorized?: boolean;
  /** True: say what would happen, and do nothing. */
  readonly dryRun?: boolean;
  readonly actor?: string;
}

/** What a migration did, or would do. */
export interface MigrateReport extends MigrationReport {
  readonly address: LoopAddress;
  readonly dryRun: boolean;
  readonly degraded: readonly Degraded[];
}

async function targetOf(context: VerbContext, input: MigrateInput): Promise<ResolvedGraph> {
  const isInner = input.address.pr !== undefined;
  if (isInner !== (input.to === innerLoop)) {
    throw runtimeError(
      'VERB_REFUSED_LOOP',
      `${JSON.stringify(input.to.slice(0, 64))} is no loop for ${isInner ? 'a pull request' : 'a work item'}`,
      {
        remedy: isInner ? `pass --to ${innerLoop}` : 'pass --to with the name of an outer loop',
      },
    );
  }
  const graphs = context.graphs === undefined ? {} : { graphs: context.graphs };
  const { graph, digest } = await loadLoopWithDigest(input.to, { ...graphs, hooks: context.hooks });
  return { graph, pin: { name: graph.name, version: graph.version, digest }, found: 'today' };
}

function rehearsing(context: VerbContext): VerbContext {
  return {
    ...context,
    store: createOverlayItemStore(context.store),
    performer: deferringPerformer,
    emit: () => undefined,
  };
}

/**
 * Moves an item to the present version of a loop, node by node of the same id, and keeps the new graph. Refused with a report
 * when its node is gone and no other is named, or when a gate would get lost and nobody authorized asks.
 */
export async function migrate(context: VerbContext, input: MigrateInput): Promise<MigrateReport> {
  const walks = await targetOf(context, input);
  const dryRun = input.dryRun === true;
  const acting = dryRun ? rehearsing(context) : context;
  const carried = await carryOut<MigrationReport>(acting, input, {
    opens: { isCopyDispensable: true },
    decide: async (open) => {
      const stamp = stampOf(acting, open.at, { actor: input.actor, source: { kind: 'terminal' } });
      const artifacts = await digestArtifacts(open.files, walks.graph);
      const at = input.at === undefined ? {} : { at: input.at };
      const isGraphLost = open.resolved.found === 'stand-in';
      const wanted = { stamp, artifacts, authorized: input.authorized === true, isGraphLost, ...at };
      const plan = planMigrate(open.graph, walks.graph, open.state, wanted);
      return plan.report.status === 'migrated' ? { plan, walks } : { plan };
    },
    tell: ({ before, planned, decision }) => tellFacts(acting, { before, planned, facts: decision.plan.facts }),
  });
  if (carried === null) throw new TypeError('a migration is always answered');
  const { report, before, degraded, warnings } = carried;
  return { ...report, warnings: [...report.warnings, ...warnings], address: before.address, dryRun, degraded };
}
