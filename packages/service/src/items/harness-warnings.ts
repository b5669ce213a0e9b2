import path from 'node:path';
import { type ConfigProblem, formatProblem } from '@the-loop/config';
import { type Emit } from '@the-loop/events';
import { type ItemStore, wrapItemStore } from '@the-loop/graph-runtime';

/** The store, whose every answer about a loop also says what deserves a warning in the repository's configuration. */
export function withHarnessWarnings(store: ItemStore, problems: readonly ConfigProblem[]): ItemStore {
  if (problems.length === 0) return store;
  const warnings = problems.map(formatProblem);
  return wrapItemStore(store, {
    async load(address) {
      const loop = await store.load(address);
      return { ...loop, warnings: [...loop.warnings, ...warnings] };
    },
  });
}

/** Tells what deserves a warning in a checkout's configuration. */
export type TellHarness = (cwd: string, problems: readonly ConfigProblem[]) => void;

/** Tells it by events, once for as long as the same is wrong: verbs read the file each time. */
export function createTellHarness(emit: Emit): TellHarness {
  const told = new Map<string, string>();
  return (cwd, problems) => {
    const text = problems.map(formatProblem).join('\n');
    if ((told.get(cwd) ?? '') === text) return;
    told.set(cwd, text);
    for (const { path: file, line, column, key, message } of problems) {
      const problem = key === '' ? message : `${key}: ${message}`;
      emit({ event: 'config.problem', level: 'warning', path: path.join(cwd, file), line, column, problem });
    }
  };
}
