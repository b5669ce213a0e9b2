import { LoopError } from '@the-loop/graph-core';
import * as v from 'valibot';
import { type OperationErrorCode } from '../errors.ts';
import { demandFiles, withMemory } from '../memory.ts';
import { readSince } from '../observe/events.ts';
import { operation } from '../operation.ts';
import { type OperationContext } from '../operation-context.ts';
import { type ServiceMemory } from '../service-memory.ts';
import { exportFixture } from './export-fixture.ts';
import { readFixture } from './fixture.ts';
import { type RecordedDelivery } from './recorded-delivery.ts';
import { renderReplay } from './render-replay.ts';
import { type Replayed, replayDelivery } from './replay-delivery.ts';
import { type ReplayReport } from './replay-report.ts';
import { snapshotFrom, storedDeliveries } from './stored-deliveries.ts';

const Input = v.strictObject({
  file: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096))),
  since: v.optional(v.pipe(v.string(), v.maxLength(100))),
  export: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)), 10_000),
});

type ReplayInput = v.InferOutput<typeof Input>;

/** Decides recorded deliveries by today's rules and configuration, without effects, and names what would differ. */
export const replay = operation<ReplayInput, ReplayReport>({
  name: 'replay',
  summary: 'decide recorded deliveries again, without effects, and show what would differ',
  scope: 'read',
  reach: 'checkout',
  parameters: [
    { kind: 'argument', key: 'file', help: 'recorded deliveries, as --export writes them', optional: true },
    { kind: 'option', key: 'since', flag: '--since <when>', help: '15m, 2h, 1d or an ISO 8601 time', takes: 'text' },
    {
      kind: 'option',
      key: 'export',
      flag: '--export <file>',
      help: 'write what was replayed to a new file, without words and names',
      takes: 'text',
    },
    {
      kind: 'option',
      key: 'limit',
      flag: '--limit <count>',
      help: 'at most so many of the newest (10000)',
      takes: 'number',
    },
  ],
  input: Input,
  run(context, input) {
    const { file, since } = input;
    if ((file === undefined) === (since === undefined)) {
      throw new LoopError<OperationErrorCode>(
        'OPERATION_USAGE',
        'name a file of recorded deliveries, or pass --since',
        {
          remedy: 'the-loop replay --since 1d',
        },
      );
    }
    if (file !== undefined) return replayFile(context, file, input);
    return withMemory(context, (memory) => replayStored(context, memory, input));
  },
  text: renderReplay,
  exitCode: ({ different }) => (different.length === 0 ? 0 : 1),
});

/** A file is decided by the settings it carries: names in it mean nothing here. */
async function replayFile(context: OperationContext, file: string, input: ReplayInput): Promise<ReplayReport> {
  if (input.export !== undefined) {
    throw new LoopError<OperationErrorCode>('OPERATION_USAGE', 'a file is not exported again', { remedy: 'copy it' });
  }
  const { settings, deliveries } = readFixture(await demandFiles(context).read(file));
  const outcomes: Replayed[] = [];
  for (const delivery of deliveries.slice(0, input.limit)) {
    outcomes.push(await replayDelivery(delivery, settings, noRecords));
  }
  return reportOf(outcomes);
}

function noRecords(): Promise<never> {
  throw new LoopError<OperationErrorCode>(
    'OPERATION_FIXTURE_INVALID',
    'a delivery of the file passes the guards, and what was known then is not in the file',
    { remedy: 'replay it where it is stored: the-loop replay --since 1d' },
  );
}

async function replayStored(
  context: OperationContext,
  memory: ServiceMemory,
  { since = '', limit, export: file }: ReplayInput,
): Promise<ReplayReport> {
  const settings = await memory.settings();
  const outcomes: Replayed[] = [];
  const recorded: RecordedDelivery[] = [];
  const range = { since: readSince(since, memory.now()), limit };
  for await (const delivery of storedDeliveries(memory.store.inbox, range)) {
    const pinnedIds = await pinsOf(memory, delivery.host);
    const route = { ...settings.route, pinnedIds };
    outcomes.push(await replayDelivery(delivery, { ...settings, route }, snapshotFrom(memory, settings)));
    if (file !== undefined) recorded.push(delivery);
  }
  const report = reportOf(outcomes);
  if (file === undefined) return report;
  const exportedAt = new Date(memory.now()).toISOString();
  const { fixture, leftOut } = await exportFixture({ deliveries: recorded, settings, exportedAt });
  await demandFiles(context).write(file, `${JSON.stringify(fixture, null, 1)}\n`);
  return { ...report, exported: { file, deliveries: fixture.deliveries.length, leftOut } };
}

/** Accounts behind logins, as they were pinned. */
async function pinsOf({ store }: ServiceMemory, host: string): Promise<ReadonlyMap<string, number>> {
  const prefix = `${host.toLowerCase()}/`;
  const pins = await store.records.list('identity-pin', { prefix });
  return new Map(
    pins.flatMap(({ key, value }) => (typeof value === 'number' ? [[key.slice(prefix.length), value]] : [])),
  );
}

function reportOf(outcomes: readonly Replayed[]): ReplayReport {
  const undecided = outcomes.filter(({ recorded }) => recorded === null);
  const different = outcomes.filter(({ differs }) => differs);
  return {
    replayed: outcomes.length,
    same: outcomes.length - undecided.length - different.length,
    different,
    undecided,
    exported: null,
  };
}
