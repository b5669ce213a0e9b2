import { GithubError, type GithubErrorCode } from '@the-loop/integrations-github';
import { faultText } from './fault-text.ts';

/** How a write ended that the work can do without. */
export interface DispensableEnd {
  /** How many writes it took. */
  readonly writes: number;
  /** What did not come about, in our own words; absent when all did. */
  readonly degraded?: string;
}

const REFUSALS: ReadonlySet<GithubErrorCode> = new Set<GithubErrorCode>([
  'GITHUB_FORBIDDEN',
  'GITHUB_NOT_FOUND',
  'GITHUB_VALIDATION',
  'GITHUB_MOVED',
]);

/** Makes a write that is told, and not tried again, where GitHub refuses it for good. Other faults are thrown. */
export async function dispensable(what: string, write: () => Promise<DispensableEnd>): Promise<DispensableEnd> {
  try {
    return await write();
  } catch (fault) {
    if (!(fault instanceof GithubError) || !REFUSALS.has(fault.code)) throw fault;
    return { writes: 0, degraded: `${what}: ${faultText(fault)}` };
  }
}
