import { type EventReader } from '@the-loop/operations';
import { type EventLog } from '@the-loop/store';

/** The stored events as operations list them. */
export function eventReader(log: Pick<EventLog, 'query'>): EventReader {
  return {
    async query(question) {
      const found = await log.query(question);
      return found.map(({ id, record }) => ({ id, ...record }));
    },
  };
}
