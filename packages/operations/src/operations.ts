import { type AnyOperation } from './define-operation.ts';
import { answer } from './gate/answer.ts';
import { gateShow } from './gate/show.ts';
import { graphAbandon } from './graph/abandon.ts';
import { graphAdvance } from './graph/advance.ts';
import { checkItems } from './graph/check.ts';
import { graphComplete } from './graph/complete.ts';
import { graphSkip, graphUnskip } from './graph/declare.ts';
import { graphForce } from './graph/force.ts';
import { graphMigrate } from './graph/migrate.ts';
import { graphRun } from './graph/run.ts';
import { graphShow } from './graph/show.ts';
import { graphStart } from './graph/start.ts';
import { graphStatus } from './graph/status.ts';
import { events } from './observe/events.ts';

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
    gateShow,
    answer,
    checkItems,
    events,
  ].map((one) => [one.name, one]),
);
