import { type DecisionTrace } from '@the-loop/dispatcher';
import { LoopError } from '@the-loop/graph-core';
import { commentKey, type RouteContext } from '@the-loop/router';
import * as v from 'valibot';
import { type OperationErrorCode } from '../errors.ts';
import { readTrace } from '../explain/read-trace.ts';
import { parseJsonFile } from '../parse-json-file.ts';
import { type RecordedDelivery, type ReplaySettings } from './recorded-delivery.ts';

const FORMAT = 'the-loop/deliveries';
const names = v.array(v.string());
const TraceSchema = v.nullable(
  v.custom<DecisionTrace>((value) => readTrace(value) !== null, 'is the trace of a decision'),
);

const FixtureSchema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(1),
  exportedAt: v.string(),
  route: v.strictObject({
    authorizedUsers: names,
    ownLogins: names,
    sharedIdentityAccepted: v.boolean(),
    label: v.string(),
    control: v.record(v.string(), v.unknown()),
    enabledEvents: names,
    hosts: names,
    checklists: names,
    ownComments: names,
  }),
  policy: v.strictObject({
    spawn: v.picklist(['commanded', 'labeled', 'always', 'never']),
    controlEnabled: v.boolean(),
    requireStart: v.boolean(),
    sessionPerPr: v.picklist(['never', 'cross-repository', 'always']),
  }),
  deliveries: v.array(
    v.strictObject({
      id: v.number(),
      guid: v.string(),
      event: v.string(),
      host: v.string(),
      payload: v.unknown(),
      trace: TraceSchema,
    }),
  ),
});

export type Fixture = v.InferOutput<typeof FixtureSchema>;

/** What a fixture is made from; everything redacted already. */
export interface FixtureParts {
  readonly exportedAt: string;
  readonly settings: ReplaySettings;
  readonly deliveries: readonly RecordedDelivery[];
  /** Keys of comments of ours, and of checklists of ours, among the deliveries. */
  readonly ownComments: readonly string[];
  readonly checklists: readonly string[];
}

/** A fixture: deliveries with the settings they are to be decided by. */
export function makeFixture({ exportedAt, settings, deliveries, ownComments, checklists }: FixtureParts): Fixture {
  const { authorizedUsers, ownLogins, sharedIdentityAccepted, label, control, enabledEvents, hosts } = settings.route;
  const copied = <Name>(list: readonly Name[]) => [...list];
  return {
    format: FORMAT,
    version: 1,
    exportedAt,
    route: {
      authorizedUsers: copied(authorizedUsers),
      ownLogins: copied(ownLogins),
      sharedIdentityAccepted,
      label,
      control: { ...control },
      enabledEvents: copied(enabledEvents),
      hosts: copied(hosts),
      checklists: copied(checklists),
      ownComments: copied(ownComments),
    },
    policy: { ...settings.policy },
    deliveries: deliveries.map((each) => ({ ...each })),
  };
}

/** Reads the text of a fixture. Throws `OPERATION_FIXTURE_INVALID`, naming every problem. */
export function readFixture(text: string): {
  readonly settings: ReplaySettings;
  readonly deliveries: readonly RecordedDelivery[];
} {
  const parsed = v.safeParse(FixtureSchema, parseJsonFile(text, invalid));
  if (!parsed.success) {
    const places = parsed.issues.slice(0, 5).map((issue) => v.getDotPath(issue) ?? 'the whole');
    throw invalid(`the file holds no recorded deliveries; wrong at: ${places.join(', ')}`);
  }
  const { route, policy, deliveries } = parsed.output;
  return { settings: { route: contextOf(route), policy }, deliveries };
}

function contextOf({ checklists, ownComments, control, ...route }: Fixture['route']): RouteContext {
  return { ...route, control, checklists: new Set(checklists), ownComments: new Set(ownComments) };
}

function invalid(message: string): LoopError<OperationErrorCode> {
  return new LoopError('OPERATION_FIXTURE_INVALID', message, {
    remedy: 'write one with: the-loop replay --since 1d --export <file>',
  });
}

const CommentedSchema = v.object({
  repository: v.object({ full_name: v.string() }),
  comment: v.optional(v.object({ id: v.number() })),
  review: v.optional(v.object({ id: v.number() })),
});

/** The key of the comment or review a delivery is about; null when it is about none. */
export function commentKeyOf({ event, host, payload }: RecordedDelivery): string | null {
  const parsed = v.safeParse(CommentedSchema, payload);
  if (!parsed.success) return null;
  const { repository, comment, review } = parsed.output;
  const id = comment?.id ?? review?.id;
  if (id === undefined) return null;
  const kind =
    event === 'pull_request_review' ? 'review' : event === 'pull_request_review_comment' ? 'inline' : 'comment';
  return commentKey({ host, repository: repository.full_name, kind, id });
}
