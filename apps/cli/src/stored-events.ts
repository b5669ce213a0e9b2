import { existsSync } from 'node:fs';
import { LoopError } from '@the-loop/graph-core';
import { type EventReader } from '@the-loop/operations';
import { type Surroundings } from './surroundings.ts';

/**
 * What happened on this machine: the service's event log, read beside a running service, and what verbs at a terminal left.
 * Where no service has run there is no log, and what verbs left stays where it is.
 */
export function storedEvents(surroundings: () => Promise<Surroundings>): EventReader {
  return {
    async query(question) {
      const { stateRoot } = await surroundings();
      const memory = await import('./local-memory.ts');
      const database = memory.storeFile(stateRoot);
      const hasLog = existsSync(database);
      const left = memory.verbEventsFile(stateRoot);
      if (!hasLog && !existsSync(left)) throw absent(stateRoot);
      const now = () => new Date();
      const store = hasLog ? await memory.openStore({ path: database, now }) : memory.createMemoryStore({ now });
      try {
        if (hasLog) await memory.takeInVerbEvents(left, store.eventLog);
        else await memory.copyVerbEvents(left, store.eventLog);
        return (await store.eventLog.query(question)).map(({ id, record }) => ({ id, ...record }));
      } finally {
        await store.close();
      }
    },
  };
}

function absent(stateRoot: string): LoopError {
  return new LoopError('EVENTS_ABSENT', `no service has run for ${stateRoot}, so there are no events`, {
    remedy: 'the-loop up',
  });
}
