import { type ChainOutcome } from '../chain/chain-outcome.ts';
import { isBuiltIn } from '../chain/hook-result.ts';

/**
 * Ids of the answers that a gate read and that were about something else, where it wants people to be asked again; null where
 * it does not. Only a built-in hook may want that, in `data.renew`.
 */
export function renewedAnswers({ blocking }: ChainOutcome): readonly string[] | null {
  if (blocking === null || !isBuiltIn(blocking.hook) || blocking.result.data?.['renew'] !== true) return null;
  const used = blocking.result.data['used'];
  return Array.isArray(used) ? used.filter((id): id is string => typeof id === 'string') : [];
}
