import { existsSync } from 'node:fs';
import path from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type EventReader, type OperationContext } from '@the-loop/operations';
import { type CommandLine } from './io.ts';
import { type Surroundings } from './surroundings.ts';

/** What an operation runs against in this process: the checkout at hand. */
export function checkoutContext(line: CommandLine, surroundings: () => Promise<Surroundings>): OperationContext {
  return {
    isAgent: line.env['THE_LOOP_TOKEN'] !== undefined,
    events: storedEvents(surroundings),
    async verbs({ repo }) {
      const { config, stateRoot } = await surroundings();
      const { openCheckout, operationKeySecret } = await import('./commands/item-verbs.ts');
      return openCheckout({
        repo: path.resolve(line.cwd, repo ?? '.'),
        operator: config,
        environment: line.env,
        principal: { login: line.user },
        secret: () => operationKeySecret(stateRoot),
        emit: () => undefined,
      });
    },
  };
}

/** The service's event log, read beside a running service. */
function storedEvents(surroundings: () => Promise<Surroundings>): EventReader {
  return {
    async query(question) {
      const { stateRoot } = await surroundings();
      const file = path.join(stateRoot, 'the-loop.db');
      if (!existsSync(file)) {
        throw new LoopError('EVENTS_ABSENT', `no service has run for ${stateRoot}, so there are no events`, {
          remedy: 'the-loop up',
        });
      }
      const { openStore } = await import('@the-loop/store');
      const store = await openStore({ path: file, now: () => new Date() });
      try {
        return (await store.eventLog.query(question)).map(({ id, record }) => ({ id, ...record }));
      } finally {
        await store.close();
      }
    },
  };
}
