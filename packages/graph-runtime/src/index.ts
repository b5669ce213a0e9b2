/** The graph's I/O: loops, state files, hooks within their capabilities, one function per verb. */

// Effects
export { deferringPerformer, type EffectPerformer, type EffectResult } from './effects/effect-performer.ts';
export {
  type AllPending,
  flushEffects,
  pendingEffects,
  pendingEffectsOf,
  type WaitingEffect,
} from './effects/pending-effects.ts';
export { settleEffect } from './effects/settle-effects.ts';
// Faults
export type { RuntimeErrorCode } from './errors.ts';
// Answering a gate at a terminal
export { type AnswerGateInput, type AnswerReport, answerGate, type OpenGate, readGate } from './gate/answer-gate.ts';
export type { GateAnswer } from './gate/gate-answer.ts';
// Hosting hooks
export { type CommandRunnerOptions, createCommandRunner } from './host/command-runner.ts';
export { type HookPorts, hostHooks } from './host/host-hooks.ts';
// Work items on disk
export { canonicalJson } from './items/canonical-json.ts';
export { createFileItemStore, type FileItemStoreOptions } from './items/file-item-store.ts';
export { loopKey } from './items/inner-loop-folder.ts';
export type { CommitOutcome, ItemStore, LoopCommit, StateProblem, StoredLoop } from './items/item-store.ts';
export type { Ledger, LedgerEntry } from './items/ledger.ts';
export { createOverlayItemStore } from './items/overlay-item-store.ts';
export { type EntryNames, renameEntry } from './items/rename-entry.ts';
export { type LedgerOptions, withLedger } from './items/with-ledger.ts';
export { wrapItemStore } from './items/wrap-item-store.ts';
// Loops
export { graphDigest } from './loops/graph-digest.ts';
export { type LoopOptions, loadLoop, loadLoopWithDigest } from './loops/load-loop.ts';
export { defaultLoop, innerLoop, type LoadedLoop } from './loops/shipped-loops.ts';
// What an agent is told
export { type ContextBlockInput, type ContextStatus, contextBlock, contextStatus } from './prompt/context-block.ts';
// What is printed, and how a command ends
export {
  type ExitCode,
  exitCodeOfCheck,
  exitCodeOfCheckAll,
  exitCodeOfComplete,
  exitCodeOfDeclared,
  exitCodeOfFault,
  exitCodeOfMigration,
  exitCodeOfRun,
  exitCodeOfStatus,
  exitCodeOfVerb,
} from './render/exit-code.ts';
export { renderGraphText } from './render/render-graph-text.ts';
export { renderCheck, renderCheckAll, renderStatus } from './render/render-status.ts';
export {
  renderAbandon,
  renderAdvance,
  renderAnswer,
  renderDeclared,
  renderForce,
  renderGate,
  renderMigration,
  renderNothing,
  renderRun,
  renderSimulation,
} from './render/render-verbs.ts';
// Reports
export { type CheckReport, checkFails, type NodeStatus, type Provenance, unreadReport } from './report/check-report.ts';
export { type Confirming, confirmFact, type Worth } from './report/confirm-fact.ts';
export type { LoopPlaces } from './report/loop-places.ts';
// Verbs
export { type AdvanceInput, advance } from './verbs/advance.ts';
export { type AssignAgainInput, assignAgain } from './verbs/assign-again.ts';
export { type CheckAllReport, type CheckedItem, type CheckInput, check, checkAll, status } from './verbs/check.ts';
export { type CompleteInput, type CompleteReport, complete } from './verbs/complete.ts';
export { type AbandonInput, abandon, cleanup, type MergeInput, recordMerge } from './verbs/ending.ts';
export { type ForceInput, type ForceReport, force } from './verbs/force.ts';
export { type MigrateInput, type MigrateReport, migrate } from './verbs/migrate.ts';
export { type OpenLoop, openLoop } from './verbs/open-loop.ts';
export { type RenderItemReport, renderItem } from './verbs/render-item.ts';
export { type RunEnd, type RunInput, type RunReport, run } from './verbs/run.ts';
export { type SimulatedStep, type SimulateInput, type SimulateReport, simulate } from './verbs/simulate.ts';
export { type DeclareReport, type SkipInput, skip, unskip } from './verbs/skip.ts';
export { type StartInput, start } from './verbs/start.ts';
export type { Degraded, VerbContext, VerbInput } from './verbs/verb-context.ts';
export type { VerbReport } from './verbs/verb-report.ts';
