import { createEmitter, createFanOut, type Emit, type EventSink } from '@the-loop/events';
import { createEventLogSink, type EventLog } from '@the-loop/store';
import { closableSink } from './closable-sink.ts';

/** What tells what happens: to the store's log, and to whoever listens in this process. */
export interface Telling {
  readonly emit: Emit;
  listen(sink: EventSink): void;
  /** Nothing is told any more; resolves when what was told is stored. */
  close(): Promise<void>;
}

/** Tells into the log of an open store. */
export function openTelling(log: EventLog): Telling {
  const stored = closableSink(createEventLogSink(log, () => process.stderr.write('an event could not be stored\n')));
  const sinks: EventSink[] = [stored];
  return {
    emit: createEmitter({ sink: createFanOut(sinks), now: () => new Date(), source: 'service', pid: process.pid }),
    listen: (listener) => sinks.push(listener),
    close: () => stored.close(),
  };
}
