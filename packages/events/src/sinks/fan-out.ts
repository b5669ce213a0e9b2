import { type EventSink } from '../record/event-record.ts';

/** One sink that writes to all of `sinks`, in order. */
export function createFanOut(sinks: readonly EventSink[]): EventSink {
  return {
    write: (record) => {
      for (const sink of sinks) sink.write(record);
    },
    flush: async () => {
      await Promise.all(sinks.map((sink) => sink.flush()));
    },
  };
}
