import { LoopError } from '@the-loop/graph-core';
import { type OperationErrorCode } from './errors.ts';
import { type OperationContext, type Place } from './operation-context.ts';
import { type NamedFiles, type ServiceMemory } from './service-memory.ts';

/** Works with what the service keeps. Throws `OPERATION_NOTHING_STORED` when no service has run. */
export function withMemory<Answer>(
  context: OperationContext,
  use: (memory: ServiceMemory) => Promise<Answer>,
  place?: Place,
): Promise<Answer> {
  return context.memory((memory) => {
    if (memory !== null) return use(memory);
    throw new LoopError<OperationErrorCode>(
      'OPERATION_NOTHING_STORED',
      'no service has run for this state root, so nothing is stored',
      { remedy: 'the-loop up' },
    );
  }, place);
}

/** The files of the asking person. Throws `OPERATION_NO_FILES` where they are out of reach. */
export function demandFiles({ files }: OperationContext): NamedFiles {
  if (files !== null) return files;
  throw new LoopError<OperationErrorCode>('OPERATION_NO_FILES', 'files are read and written at a terminal only', {
    remedy: 'run the command on the machine that has the file',
  });
}
