import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatProblem, loadHarnessConfig } from '@the-loop/config';
import { type OperationContext } from '@the-loop/operations';
import { storeFile } from '@the-loop/service';
import { type CommandLine } from './io.ts';
import { namedFiles } from './named-files.ts';
import { storedEvents } from './stored-events.ts';
import { type Surroundings } from './surroundings.ts';

/** What an operation runs against in this process: the checkout at hand. */
export function checkoutContext(line: CommandLine, surroundings: () => Promise<Surroundings>): OperationContext {
  return {
    isAgent: line.env['THE_LOOP_TOKEN'] !== undefined,
    events: storedEvents(surroundings),
    verbs: ({ repo, ref }) => verbsIn(line, surroundings, { folder: path.resolve(line.cwd, repo ?? '.'), ref }),
    async memory(use) {
      const { config, stateRoot } = await surroundings();
      // Where no service has run, nothing of the store is loaded.
      if (!existsSync(storeFile(stateRoot))) return use(null);
      const { withStoredMemory } = await import('./local-memory.ts');
      const folderVerbs = (folder: string) => verbsIn(line, surroundings, { folder });
      return withStoredMemory({ stateRoot, config, verbsIn: folderVerbs, now: Date.now }, use);
    },
    files: namedFiles(line.cwd),
    graphs: async () => (await surroundings()).config.graphs,
    async harness({ repo }) {
      const { config, warnings } = await loadHarnessConfig(path.resolve(line.cwd, repo ?? '.'));
      for (const warning of warnings) line.err(`warning: ${formatProblem(warning)}\n`);
      return config;
    },
  };
}

async function verbsIn(
  line: CommandLine,
  surroundings: () => Promise<Surroundings>,
  { folder, ref }: { readonly folder: string; readonly ref?: string | undefined },
): ReturnType<OperationContext['verbs']> {
  const { config, stateRoot } = await surroundings();
  const { createVerbEmitter, openCheckout, operationKeySecret, verbEventsFile } = await import(
    './commands/item-verbs.ts'
  );
  return openCheckout({
    repo: folder,
    operator: config,
    environment: line.env,
    principal: { login: line.user },
    ref,
    secret: () => operationKeySecret(stateRoot),
    typedFacts: path.join(stateRoot, 'typed-facts'),
    emit: createVerbEmitter(verbEventsFile(stateRoot), (text) => line.err(`warning: ${text}\n`)),
  });
}
