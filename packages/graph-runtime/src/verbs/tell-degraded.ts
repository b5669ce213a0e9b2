import { eventNames, type OpenLoop } from './open-loop.ts';
import { type Degraded, type VerbContext } from './verb-context.ts';

/** Tells what did not work and holds up nothing. */
export function tellDegraded(context: VerbContext, open: OpenLoop, degraded: readonly Degraded[]): void {
  for (const one of degraded) context.emit({ event: 'graph.hook_degraded', ...eventNames(open), ...one });
}
