import { loadHarnessConfig, type OperatorConfig } from '@the-loop/config';
import { type Emit } from '@the-loop/events';
import { type CommandRunner, type Principal, type RemoteReader, type WorkItemRef } from '@the-loop/graph-core';
import { createFileItemStore, type EffectPerformer, type VerbContext, withLedger } from '@the-loop/graph-runtime';
import { builtinHooks } from '@the-loop/hooks';
import { type Records } from '@the-loop/store';
import { type TellHarness, withHarnessWarnings } from './harness-warnings.ts';
import { hookSettings } from './hook-settings.ts';
import { createLedger } from './ledger.ts';

/** What the verbs of one work item need of the service. */
export interface ItemVerbsOptions {
  readonly item: WorkItemRef;
  /** The item's checkout. */
  readonly cwd: string;
  readonly operator: OperatorConfig;
  readonly ownLogins: readonly string[];
  readonly records: Records;
  readonly performer: EffectPerformer;
  readonly remote: RemoteReader;
  readonly command?: CommandRunner;
  readonly emit: Emit;
  readonly now: () => number;
  readonly principal: Principal;
  readonly signal?: AbortSignal;
  /** Told what deserves a warning in the repository's configuration. */
  readonly tellHarness: TellHarness;
}

/** The verbs over an item that this service drives: its files in the checkout, its facts in the service's own ledger. */
export async function itemVerbs(options: ItemVerbsOptions): Promise<VerbContext> {
  const { item, cwd, operator } = options;
  const { config: harness, path, warnings } = await loadHarnessConfig(cwd);
  options.tellHarness(cwd, warnings);
  const originRepo = `${item.owner}/${item.repo}`;
  const files = createFileItemStore({ repoRoot: cwd, specDir: harness.workflow.specDir, originRepo });
  const settings = hookSettings({
    operator,
    harness,
    repoInitialized: path !== null,
    originRepo,
    originHost: item.host,
    ownLogins: options.ownLogins,
  });
  return {
    store: withHarnessWarnings(withLedger(files, createLedger(options.records, item)), warnings),
    hooks: builtinHooks,
    settings,
    performer: options.performer,
    emit: options.emit,
    now: () => new Date(options.now()).toISOString(),
    principal: options.principal,
    graphs: operator.graphs,
    remote: options.remote,
    ...(options.command === undefined ? {} : { command: options.command }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}
