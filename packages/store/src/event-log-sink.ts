import { type EventRecord, type EventSink } from '@the-loop/events';
import { type EventLog } from './ports/event-log.ts';

/** A sink that keeps records as rows. `onFailure` is told about each record that could not be kept. */
export function createEventLogSink(eventLog: EventLog, onFailure: (error: unknown) => void): EventSink {
  const pending = new Set<Promise<void>>();
  return {
    write: (record: EventRecord) => {
      const appended = eventLog
        .append(record)
        .catch(onFailure)
        .finally(() => pending.delete(appended));
      pending.add(appended);
    },
    flush: async () => {
      await Promise.all(pending);
    },
  };
}
