import { defaultHarnessConfig } from '@the-loop/config';
import { type OperationContext } from '../operation-context.ts';

/** A place where no service has run, nothing is configured and no file is in reach. */
export const noMemory: Pick<OperationContext, 'memory' | 'files' | 'graphs' | 'harness'> = {
  memory: (use) => use(null),
  files: null,
  graphs: () => Promise.resolve({}),
  harness: () => Promise.resolve(defaultHarnessConfig),
};
