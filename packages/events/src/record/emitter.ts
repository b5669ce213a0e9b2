import { catalogue } from '../catalogue/catalogue.ts';
import { type Emit, type LoopEvent } from '../catalogue/loop-event.ts';
import { type EventRecord, type EventSink, type RecordValue } from './event-record.ts';
import { redact } from './redact.ts';

/** What an emitter needs: where to, the clock, and who writes. */
export interface EmitterOptions {
  readonly sink: EventSink;
  /** The present time. */
  readonly now: () => Date;
  /** Name of the process: `service`, `cli`, `agent`. */
  readonly source: string;
  /** Its process id. */
  readonly pid: number;
}

/** Longest text of one field; what is longer is cut and ends in an ellipsis. */
const MAX_TEXT = 8192;
const ENVELOPE = new Set(['ts', 'source', 'event', 'level', 'pid']);

/** Makes the function that gives an event its envelope, redacts its texts and hands it to the sink. */
export function createEmitter({ sink, now, source, pid }: EmitterOptions): Emit {
  return (event) => {
    sink.write(toRecord(event, { ts: now().toISOString(), source, pid }));
  };
}

function toRecord(event: LoopEvent, who: { ts: string; source: string; pid: number }): EventRecord {
  const level = event.level ?? catalogue[event.event].levels[0];
  const fields: Record<string, RecordValue> = {};
  for (const [name, value] of Object.entries(event as Readonly<Record<string, RecordValue | undefined | null>>)) {
    if (value === undefined || value === null || ENVELOPE.has(name)) continue;
    fields[name] = clean(value);
  }
  return { ts: who.ts, source: who.source, event: event.event, level, pid: who.pid, ...fields };
}

function clean(value: RecordValue): RecordValue {
  if (typeof value === 'string') return cleanText(value);
  return typeof value === 'object' ? value.map(cleanText) : value;
}

function cleanText(text: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return redact(cut);
}
