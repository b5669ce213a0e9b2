import { LoopError } from '@the-loop/graph-core';
import * as v from 'valibot';
import { operation } from '../operation.ts';
import { type EventQuestion, type ListedEvent } from '../operation-context.ts';
import { printable } from '../render/printable.ts';

const Input = v.strictObject({
  type: v.optional(v.array(v.string()), []),
  workItem: v.optional(v.string()),
  deliveryId: v.optional(v.string()),
  level: v.optional(v.picklist(['debug', 'info', 'warning', 'error'])),
  since: v.optional(v.string()),
  after: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 50),
});

type EventsInput = v.InferOutput<typeof Input>;

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** An instant in milliseconds: ISO 8601, or an age such as `15m`. Throws `OPERATION_USAGE`. */
export function readSince(text: string, now: number): number {
  const age = /^(\d{1,6})([smhd])$/.exec(text);
  if (age) return now - Number(age[1]) * (UNITS[age[2] ?? ''] ?? 0);
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) {
    throw new LoopError('OPERATION_USAGE', `--since ${JSON.stringify(text.slice(0, 40))} is no instant`, {
      remedy: 'write 15m, 2h, 1d or an ISO 8601 time',
    });
  }
  return instant;
}

function questionOf(input: EventsInput): EventQuestion {
  return {
    limit: input.limit,
    ...(input.type.length === 0 ? {} : { types: input.type }),
    ...(input.workItem === undefined ? {} : { workItem: input.workItem }),
    ...(input.deliveryId === undefined ? {} : { deliveryId: input.deliveryId }),
    ...(input.level === undefined ? {} : { level: input.level }),
    ...(input.after === undefined ? {} : { after: input.after }),
    ...(input.since === undefined ? {} : { since: readSince(input.since, Date.now()) }),
  };
}

const ENVELOPE = new Set(['id', 'ts', 'event', 'level', 'source', 'pid']);

function line(event: ListedEvent): string {
  const fields = Object.entries(event)
    .filter(([name]) => !ENVELOPE.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .map(printable);
  return [event.ts, event.level.padEnd(7), event.event.padEnd(26), ...fields].join(' ').trimEnd();
}

/** What happened, oldest first. */
export const events = operation<EventsInput, { readonly events: readonly ListedEvent[] }>({
  name: 'events',
  summary: 'list what happened',
  scope: 'read',
  reach: 'checkout',
  parameters: [
    {
      kind: 'option',
      key: 'type',
      flag: '--type <pattern>',
      help: 'names, with * for any text; may be repeated',
      takes: 'list',
    },
    { kind: 'option', key: 'workItem', flag: '--work-item <ref>', help: 'events about this work item', takes: 'text' },
    {
      kind: 'option',
      key: 'deliveryId',
      flag: '--delivery-id <id>',
      help: 'events about this delivery',
      takes: 'text',
    },
    {
      kind: 'option',
      key: 'level',
      flag: '--level <level>',
      help: 'at least this level: debug, info, warning or error',
      takes: 'text',
    },
    { kind: 'option', key: 'since', flag: '--since <when>', help: '15m, 2h, 1d or an ISO 8601 time', takes: 'text' },
    { kind: 'option', key: 'after', flag: '--after <id>', help: 'only events after this one', takes: 'number' },
    { kind: 'option', key: 'limit', flag: '--limit <count>', help: 'at most so many (50)', takes: 'number' },
  ],
  input: Input,
  run: async (context, input) => ({ events: await context.events.query(questionOf(input)) }),
  text: (answer) => (answer.events.length === 0 ? '(no matching events)' : answer.events.map(line).join('\n')),
  exitCode: () => 0,
});
