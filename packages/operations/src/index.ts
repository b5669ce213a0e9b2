/** One declaration per verb: command line, HTTP and documents come from it. */

// What a declaration is, and what it runs against
export type { Answer, AnyOperation, Operation, Parameter, Reach, Scope } from './define-operation.ts';
// The declarations
export { deliveriesDrop } from './deliveries/drop.ts';
export { deliveriesList } from './deliveries/list.ts';
export { deliveriesRetry } from './deliveries/retry.ts';
export { deliveriesShow } from './deliveries/show.ts';
// Faults
export type { OperationErrorCode } from './errors.ts';
export { explain } from './explain/explain.ts';
export { renderWhy } from './explain/render-why.ts';
export { why } from './explain/why.ts';
export { type WhyReport, whyOfItem } from './explain/why-of-item.ts';
export { answer } from './gate/answer.ts';
export { gateShow } from './gate/show.ts';
export { graphAbandon } from './graph/abandon.ts';
export { graphAdvance } from './graph/advance.ts';
export { checkItems } from './graph/check.ts';
export { graphComplete } from './graph/complete.ts';
export { graphSkip, graphUnskip } from './graph/declare.ts';
export { graphForce } from './graph/force.ts';
export { graphHooks } from './graph/hooks.ts';
export { graphLint } from './graph/lint.ts';
export { graphMigrate } from './graph/migrate.ts';
export { graphRender } from './graph/render.ts';
export { graphRun } from './graph/run.ts';
export { graphShow } from './graph/show.ts';
export { graphSimulate } from './graph/simulate.ts';
export { graphStart } from './graph/start.ts';
export { graphStatus } from './graph/status.ts';
export { events } from './observe/events.ts';
export { operation } from './operation.ts';
export type { EventQuestion, EventReader, ListedEvent, OperationContext, Place } from './operation-context.ts';
// All of them
export { operations } from './operations.ts';
export { outboxFlush } from './outbox/flush.ts';
export { outboxList } from './outbox/list.ts';
export { outboxRetry } from './outbox/retry.ts';
export { recordExport } from './record/export.ts';
export { recordImport } from './record/import.ts';
export { replay } from './replay/replay.ts';
// What a service lends to its verbs
export type { NamedFiles, ServiceMemory, WorkingService } from './service-memory.ts';
export { sessionsLinkPr } from './sessions/link-pr.ts';
export { sessionsUnlinkPr } from './sessions/unlink-pr.ts';
