import { type Emit } from '@the-loop/events';
import { type Outbox } from '@the-loop/store';

/** The same outbox, which tells of each write that is stored for the first time. */
export function tellingOutbox(outbox: Outbox, emit: Emit): Outbox {
  return {
    ...outbox,
    put: async (rows) => {
      const stored = await outbox.put(rows);
      for (const [index, { key, kind, lane, host }] of rows.entries()) {
        if (stored[index] === 'stored') emit({ event: 'outbox.queued', op_key: key, kind, work_item: lane, host });
      }
      return stored;
    },
  };
}
