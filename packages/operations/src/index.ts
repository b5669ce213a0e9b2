/** One declaration per verb: command line, HTTP and documents come from it. */

// What a declaration is, and what it runs against
export type { Answer, AnyOperation, Operation, Parameter, Reach, Scope } from './define-operation.ts';
// Faults
export type { OperationErrorCode } from './errors.ts';
// The declarations
export { answer } from './gate/answer.ts';
export { gateShow } from './gate/show.ts';
export { graphAbandon } from './graph/abandon.ts';
export { graphAdvance } from './graph/advance.ts';
export { checkItems } from './graph/check.ts';
export { graphComplete } from './graph/complete.ts';
export { graphSkip, graphUnskip } from './graph/declare.ts';
export { graphForce } from './graph/force.ts';
export { graphMigrate } from './graph/migrate.ts';
export { graphRun } from './graph/run.ts';
export { graphShow } from './graph/show.ts';
export { graphStart } from './graph/start.ts';
export { graphStatus } from './graph/status.ts';
export { events } from './observe/events.ts';
export { operation } from './operation.ts';
export type { EventQuestion, EventReader, ListedEvent, OperationContext, Place } from './operation-context.ts';
// All of them
export { operations } from './operations.ts';
