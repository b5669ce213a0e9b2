import { GithubError, type GithubErrorCode } from '@the-loop/integrations-github';
import { faultText } from './fault-text.ts';
import { isSetUpFault } from './set-up-fault.ts';

/** How a write ended that the work can do without. What did not come about is said in our own words. */
export type DispensableEnd =
  /** `writes`: how many it took, 0 where there was nothing to do. `degraded`: what GitHub refused of it. */
  | { readonly kind: 'made'; readonly writes: number; readonly degraded?: string }
  /** Nothing of it came about. `writes`: how many were tried, 1 if absent. */
  | { readonly kind: 'forgone'; readonly writes?: number; readonly degraded: string };

/** One try of such a write. */
export interface Try {
  /** Which one it is, from 1. */
  readonly number: number;
  readonly signal: AbortSignal;
}

/** From this try on a fault ends the write: later writes of its item wait for it no longer. With the usual back-off that is after 7 s. */
const LAST_TRY = 4;

const REFUSALS: ReadonlySet<GithubErrorCode> = new Set<GithubErrorCode>([
  'GITHUB_FORBIDDEN',
  'GITHUB_NOT_FOUND',
  'GITHUB_VALIDATION',
  'GITHUB_MOVED',
  'GITHUB_REDIRECT_REFUSED',
]);

/** Makes a write that is forgone and told where it cannot be made. A fault that is worth another try is thrown. */
export async function dispensable(
  what: string,
  attempt: Try,
  write: () => Promise<DispensableEnd>,
): Promise<DispensableEnd> {
  try {
    return await write();
  } catch (fault) {
    if (!(fault instanceof GithubError) || !isForgone(fault, attempt)) throw fault;
    return { kind: 'forgone', degraded: `${what}: ${faultText(fault)}` };
  }
}

/** Whether a fault is for good, or has lasted long enough. What holds up every write of a host is waited for with all of them. */
export function isForgone(fault: GithubError, { number }: Pick<Try, 'number'>): boolean {
  if (REFUSALS.has(fault.code)) return true;
  return number >= LAST_TRY && fault.retry !== 'after-reset' && !isSetUpFault(fault);
}
