import {
  checkWorkItemId,
  deriveRef,
  formatRef,
  type HookSettings,
  innerLoopStateDir,
  type LoopAddress,
  refFor,
  safeParseRef,
} from '@the-loop/graph-core';
import { runtimeError } from '../errors.ts';

/**
 * Checks an address and gives it its one form: a pull request in the origin repository has no `prRepo`. Throws
 * `ITEM_ID_INVALID`, `PULL_REQUEST_INVALID`, `REPO_INVALID` and `VERB_REFUSED_ADDRESS`.
 */
export function checkAddress(address: LoopAddress, originRepo: string): LoopAddress {
  const { id, pr, prRepo } = address;
  checkWorkItemId(id);
  if (pr === undefined) {
    if (prRepo === undefined) return { id };
    throw runtimeError('VERB_REFUSED_ADDRESS', 'a repository alone does not name an inner loop', {
      remedy: 'pass --pr with the number of the pull request',
    });
  }
  innerLoopStateDir(id, pr, prRepo);
  const isOrigin = prRepo === undefined || prRepo.toLowerCase() === originRepo.toLowerCase();
  return isOrigin ? { id, pr } : { id, pr, prRepo };
}

/**
 * Where outward effects of a loop go: the ref that was passed, else the derived one, else the bare id, which no
 * performer accepts. A pull request's loop never falls back to the ticket.
 */
export function resolveRef(
  address: LoopAddress,
  explicit: string,
  { originRepo, originHost = DEFAULT_HOST }: Pick<HookSettings, 'originRepo' | 'originHost'>,
): string {
  if (explicit !== '') return explicit;
  return derivedRef(address, originRepo, originHost) || address.id;
}

function derivedRef({ id, pr, prRepo }: LoopAddress, originRepo: string, originHost: string): string {
  // A repository that names its host says more than the origin.
  if (pr !== undefined && prRepo?.split('/').length === 3) return onHost(`github:${prRepo}#${pr}`, '');
  const derived = pr === undefined ? deriveRef(id, originRepo) : refFor(prRepo ?? originRepo, pr);
  return derived === '' ? '' : onHost(derived, originHost);
}

const DEFAULT_HOST = 'github.com';

/** The ref on another host; empty when that makes none. */
function onHost(refText: string, host: string): string {
  const read = safeParseRef(refText);
  if (!read.ok) return '';
  const text = formatRef(host === '' ? read.value : { ...read.value, host: host.toLowerCase() });
  return safeParseRef(text).ok ? text : '';
}
