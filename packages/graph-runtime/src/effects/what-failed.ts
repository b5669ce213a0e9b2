import { type EffectResult } from './effect-performer.ts';

/** What did not come about, whether or not it is tried again; empty when nothing failed. */
export function whatFailed(result: EffectResult): string {
  switch (result.kind) {
    case 'failed':
      return result.error;
    case 'done':
      return result.degraded ?? '';
    case 'deferred':
      return '';
  }
}
