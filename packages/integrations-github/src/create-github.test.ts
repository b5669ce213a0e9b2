import { describe, it } from 'vitest';
import { findProgram } from './host/find-program.ts';
import { describeFaults } from './testing/faults-suite.ts';
import { openApiBench, openGhBench } from './testing/open-bench.ts';
import { describeOperations } from './testing/operations-suite.ts';
import { describeRepository } from './testing/repository-suite.ts';

describe('the api transport', () => {
  describeOperations('api', openApiBench);
  describeRepository('api', openApiBench);
  describeFaults('api', openApiBench);
});

const gh = await findProgram('gh', process.env['PATH']);

if (gh === null) {
  it.skip('the gh transport does the same (skipped: the program gh is missing; apt-get install gh)', () => undefined);
} else {
  describe('the gh transport', { timeout: 60_000 }, () => {
    describeOperations('gh', openGhBench);
    describeRepository('gh', openGhBench);
    describeFaults('gh', openGhBench);
  });
}
