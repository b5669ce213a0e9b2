import { type Clock, createOutboxDrain, type OutboxDrain } from '@the-loop/dispatcher';
import { type Emit } from '@the-loop/events';
import { formatRef, type Principal, type WorkItemRef } from '@the-loop/graph-core';
import { type GithubOperations } from '@the-loop/integrations-github';
import { type Store } from '@the-loop/store';
import { coalesceComments } from '../github/coalescing.ts';
import { type KnownComments } from '../github/known-comments.ts';
import { createOutboxPerformer } from '../github/outbox-performer.ts';
import { type OwnLogins } from '../github/own-logins.ts';
import { createStandingRecords } from '../standing-comment/standing-records.ts';
import { type TheLoopOptions } from '../the-loop-options.ts';
import { type GateHearing, hearQuestion } from './gate-hearing.ts';
import { type ItemAccess } from './item-access.ts';
import { settleWrite } from './settle-write.ts';
import { writeRates } from './write-rates.ts';

export interface OutboxDrainBase {
  readonly options: TheLoopOptions;
  readonly store: Store;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Hex text of the key of operation markers. */
  readonly secret: string;
}

export interface OutboxDrainParts {
  readonly github: GithubOperations;
  readonly items: ItemAccess;
  readonly comments: KnownComments;
  readonly hearing: GateHearing;
  readonly logins: Pick<OwnLogins, 'on' | 'learn'>;
  /** Takes in that a work item does not exist. */
  readonly missing: (ref: WorkItemRef) => void;
}

const THE_LOOP: Principal = { login: 'the-loop' };

/** The drain that makes our writes on GitHub and records their ends where they came from. */
export function outboxDrain(
  { options, store, emit, clock, secret }: OutboxDrainBase,
  { github, items, comments, hearing, logins, missing }: OutboxDrainParts,
): OutboxDrain {
  const verbsOf = (item: WorkItemRef) => items.verbsOf(item, THE_LOOP);
  const standing = createStandingRecords(store.records);
  const settle = {
    comments,
    standing,
    verbsOf,
    asked: (target: Parameters<typeof hearQuestion>[1]) => hearQuestion({ hearing, verbsOf, emit }, target),
    now: () => clock.now(),
  };
  const told = (ref: WorkItemRef, error: string) => {
    emit({ event: 'session.work_item_missing', work_item: formatRef(ref), error });
    missing(ref);
  };
  return createOutboxDrain({
    ports: {
      outbox: store.outbox,
      performer: createOutboxPerformer({
        github,
        secret,
        missing: told,
        standing,
        isSameWork: hearing.isSameWork,
        posted: logins.learn,
      }),
      settled: (row, end) => settleWrite(settle, row, end),
      emit,
      clock,
    },
    rates:
      options.writeRates ??
      writeRates(
        () => options.config,
        (host) => logins.on(host),
      ),
    coalescing: coalesceComments,
  });
}
