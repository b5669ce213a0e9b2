/** The process graph as data and pure functions. Imports nothing that reads a clock, a file or a socket. */

// The graph
export type {
  Actor,
  Graph,
  GraphEdge,
  GraphNode,
  HookCapability,
  HookCatalogue,
  HookDescription,
  HookEntry,
} from './graph/graph.ts';
// The hook contract
export type {
  AssignmentEffect,
  CommentEffect,
  CommentPurpose,
  DoneEffect,
  Effect,
  FeedbackEffect,
  LogEffect,
  NotifyEffect,
  PendingEffect,
  PhaseLabelEffect,
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
// Outcomes and faults
export { LoopError, type LoopErrorOptions } from './loop-error.ts';
// Names of things
export type { WorkItemRef } from './refs/work-item-ref.ts';
export { fail, ok, type Result } from './result.ts';
// Facts and state
export type * from './state/fact.ts';
export type { GraphPin, GraphState } from './state/graph-state.ts';
export type { DeclaredSkip, NodeView, StateView } from './state/state-view.ts';
// The verbs as plans
export type { NodeReport, Plan, PlannedEffect, Stamp } from './verbs/plan.ts';
