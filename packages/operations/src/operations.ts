import { type AnyOperation } from './define-operation.ts';
import { deliveriesDrop } from './deliveries/drop.ts';
import { deliveriesList } from './deliveries/list.ts';
import { deliveriesRetry } from './deliveries/retry.ts';
import { deliveriesShow } from './deliveries/show.ts';
import { explain } from './explain/explain.ts';
import { why } from './explain/why.ts';
import { answer } from './gate/answer.ts';
import { gateShow } from './gate/show.ts';
import { graphAbandon } from './graph/abandon.ts';
import { graphAdvance } from './graph/advance.ts';
import { checkItems } from './graph/check.ts';
import { graphComplete } from './graph/complete.ts';
import { graphSkip, graphUnskip } from './graph/declare.ts';
import { graphForce } from './graph/force.ts';
import { graphHooks } from './graph/hooks.ts';
import { graphLint } from './graph/lint.ts';
import { graphMigrate } from './graph/migrate.ts';
import { graphRender } from './graph/render.ts';
import { graphRun } from './graph/run.ts';
import { graphShow } from './graph/show.ts';
import { graphSimulate } from './graph/simulate.ts';
import { graphStart } from './graph/start.ts';
import { graphStatus } from './graph/status.ts';
import { events } from './observe/events.ts';
import { outboxFlush } from './outbox/flush.ts';
import { outboxList } from './outbox/list.ts';
import { outboxRetry } from './outbox/retry.ts';
import { recordExport } from './record/export.ts';
import { recordImport } from './record/import.ts';
import { replay } from './replay/replay.ts';
import { sessionsLinkPr } from './sessions/link-pr.ts';
import { sessionsUnlinkPr } from './sessions/unlink-pr.ts';

/** Every verb, by name. */
export const operations: ReadonlyMap<string, AnyOperation> = new Map(
  [
    graphShow,
    graphStart,
    graphStatus,
    graphAdvance,
    graphComplete,
    graphRun,
    graphSkip,
    graphUnskip,
    graphForce,
    graphAbandon,
    graphMigrate,
    graphSimulate,
    graphRender,
    graphLint,
    graphHooks,
    gateShow,
    answer,
    checkItems,
    events,
    why,
    explain,
    replay,
    deliveriesList,
    deliveriesShow,
    deliveriesRetry,
    deliveriesDrop,
    outboxList,
    outboxFlush,
    outboxRetry,
    recordExport,
    recordImport,
    sessionsLinkPr,
    sessionsUnlinkPr,
  ].map((one) => [one.name, one]),
);
