/** The process graph as data and pure functions. Imports nothing that reads a clock, a file or a socket. */

// Judging a graph
export { type AnalyzeGraphOptions, analyzeGraph } from './analysis/analyze-graph.ts';
export type { GraphFinding } from './analysis/graph-finding.ts';
// Running chains
export {
  type ChainOutcome,
  type ChainResult,
  type Degradation,
  degradations,
  isVacuous,
  renderDegradation,
  renderFinding,
  renderMessage,
} from './chain/chain-outcome.ts';
export { effectKey, plannedEffects } from './chain/planned-effects.ts';
export { type ChainContext, type ChainPorts, runChain } from './chain/run-chain.ts';
export type { GraphCoreErrorCode } from './errors.ts';
// The graph
export { ENTERED_DIRECTLY } from './graph/check-parts.ts';
export type { ParseGraphOptions } from './graph/compile-graph.ts';
export { type ExpandedSkips, expandSkips } from './graph/expand-skips.ts';
export { gateSubjects } from './graph/gate-subjects.ts';
export type {
  Actor,
  Graph,
  GraphEdge,
  GraphNode,
  HookCapability,
  HookCatalogue,
  HookDescription,
  HookEntry,
  HookPlace,
} from './graph/graph.ts';
export { edgeFor, edgesFrom, findNode } from './graph/graph-index.ts';
export { canonicalGraph, type GraphJSON, graphFromJSON, graphToJSON, reviveGraph } from './graph/graph-json.ts';
export { graphJsonSchema } from './graph/graph-json-schema.ts';
export { GraphError, type GraphProblem, type GraphProblemCode } from './graph/graph-problem.ts';
export { LOOP_NAMES, type LoopName, resolveOuterLoop } from './graph/loop-name.ts';
export { parseGraph } from './graph/parse-graph.ts';
// The hook contract
export {
  type AssignmentEffect,
  type CommentEffect,
  type CommentPurpose,
  type DoneEffect,
  type Effect,
  type FeedbackEffect,
  isRemoteWrite,
  type LogEffect,
  type MinimizeEffect,
  type NotifyEffect,
  type PendingEffect,
  type PhaseLabelEffect,
  type RemoteWrite,
  type ReviewersEffect,
} from './hook/effect.ts';
export type {
  CommandRunner,
  GateComment,
  Hook,
  HookContext,
  HookData,
  HookMessage,
  HookRegistry,
  HookResult,
  HookSettings,
  HookStatus,
  ItemFiles,
  LoopAddress,
  RemoteReader,
} from './hook/hook.ts';
export { NOTIFICATIONS, type Notification, rolesToTell } from './hook/notification.ts';
// Outcomes and faults
export { LoopError, type LoopErrorOptions } from './loop-error.ts';
// Names of things
export { deriveRef, refFor, specIdFor } from './refs/derive-ref.ts';
export { formatRef, refKey, refUrl, sameRef } from './refs/format-ref.ts';
export { isGithubName, isRefHost } from './refs/github-name.ts';
export { loginKey } from './refs/login-key.ts';
export { parseOrigin } from './refs/parse-origin.ts';
export { parseRef, type RefOptions, type RefProblem, safeParseRef } from './refs/parse-ref.ts';
export { innerLoopStateDir, repoStateKey } from './refs/repo-state-key.ts';
export { checkWorkItemId, isWorkItemId } from './refs/work-item-id.ts';
export type { WorkItemRef } from './refs/work-item-ref.ts';
// Diagrams
export { renderGraph } from './rendering/render-graph.ts';
export { fail, ok, type Result } from './result.ts';
// Facts and state
export { appendFacts, emptyState, pinGraph } from './state/empty-state.ts';
export type * from './state/fact.ts';
export type { GraphPin, GraphState } from './state/graph-state.ts';
export { passedNodes } from './state/passed-nodes.ts';
export { reachedNodes } from './state/reached-nodes.ts';
export { STATE_VERSION, type StoredState, stateFromFile, stateToFile } from './state/state-file.ts';
export type { StateProblem } from './state/state-problem.ts';
export type { DeclaredSkip, NodeView, StateView } from './state/state-view.ts';
export { viewState } from './state/view-state.ts';
// Text for a terminal
export { printable } from './text/printable.ts';
// The verbs as plans
export type { ArtifactDigests } from './verbs/enter-node.ts';
export type { NodeReport, Plan, PlannedEffect, Stamp } from './verbs/plan.ts';
export { type AdvanceInput, planAdvance } from './verbs/plan-advance.ts';
export { type CompleteInput, type CompletePlan, planComplete } from './verbs/plan-complete.ts';
export {
  type AbandonInput,
  type CleanupInput,
  type MergeInput,
  planAbandon,
  planCleanup,
  planMerge,
} from './verbs/plan-ending.ts';
export { type ForceInput, type ForceReport, planForce } from './verbs/plan-force.ts';
export { type MigrateInput, type MigrationReport, planMigrate } from './verbs/plan-migrate.ts';
export { planSkip, planUnskip, type RejectedToken, type SkipInput, type SkipReport } from './verbs/plan-skip.ts';
export { planStart, type StartInput } from './verbs/plan-start.ts';
