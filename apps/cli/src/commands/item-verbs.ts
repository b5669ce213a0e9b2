/** The verbs over work items with what they run against. They share nearly all of their code, so they are loaded together. */
export {
  answer,
  checkItems,
  gateShow,
  graphAbandon,
  graphAdvance,
  graphComplete,
  graphForce,
  graphHooks,
  graphLint,
  graphMigrate,
  graphRender,
  graphRun,
  graphSimulate,
  graphSkip,
  graphStart,
  graphStatus,
  graphUnskip,
} from '@the-loop/operations';
export { createVerbEmitter, openCheckout, operationKeySecret, verbEventsFile } from '@the-loop/service';
