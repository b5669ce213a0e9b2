import { type EventSink } from '@the-loop/events';

/** A sink that can be closed: an agent that outlives its service may end while the store is already shut. */
export interface ClosableSink extends EventSink {
  /** Waits for what was written; later records have no place to go and are dropped. */
  close(): Promise<void>;
}

export function closableSink(sink: EventSink): ClosableSink {
  let isOpen = true;
  return {
    write: (record) => {
      if (isOpen) sink.write(record);
    },
    flush: () => sink.flush(),
    async close() {
      isOpen = false;
      await sink.flush();
    },
  };
}
