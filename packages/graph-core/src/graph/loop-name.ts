/** The loops every installation has. */
export type LoopName = 'pdlc-work-item-loop' | 'pdlc-pr-loop' | 'pdlc-contribution-loop' | 'pdlc-adhoc-loop';

/** Names of the loops every installation has; the first is the default. */
export const LOOP_NAMES: readonly LoopName[] = [
  'pdlc-work-item-loop',
  'pdlc-pr-loop',
  'pdlc-contribution-loop',
  'pdlc-adhoc-loop',
];

/**
 * The outer loop a recorded name stands for. Empty means the default loop: for the default itself, for an inner loop, and for
 * anything that is not one of ours, so that a recorded name can never choose a path of its own.
 */
export function resolveOuterLoop(name: string): LoopName | '' {
  return name === 'pdlc-contribution-loop' || name === 'pdlc-adhoc-loop' ? name : '';
}
