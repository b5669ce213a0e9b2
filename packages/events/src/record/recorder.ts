import { type EventType } from '../catalogue/catalogue.ts';
import { type Emit, type LoopEvent } from '../catalogue/loop-event.ts';

/** Keeps events in memory, for tests and for a command that prints what happened. */
export interface EventRecorder {
  readonly emit: Emit;
  /** Everything emitted, in order. */
  readonly events: readonly LoopEvent[];
  /** The events of one name, in order. */
  of<Name extends EventType>(name: Name): LoopEvent<Name>[];
  clear(): void;
}

/** A recorder that holds nothing yet. */
export function createRecorder(): EventRecorder {
  const events: LoopEvent[] = [];
  return {
    emit: (event) => {
      events.push(event);
    },
    events,
    of: <Name extends EventType>(name: Name) =>
      events.filter((event): event is LoopEvent<Name> & LoopEvent => event.event === name),
    clear: () => {
      events.length = 0;
    },
  };
}
