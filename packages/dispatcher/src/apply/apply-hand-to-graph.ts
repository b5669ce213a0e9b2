import { parseRef } from '@the-loop/graph-core';
import { consultGates } from './consult-gates.ts';
import { type Apply, done } from './effect-scope.ts';

/** Lets the gates read the event's words, whether or not the agent is told of them. */
export const applyHandToGraph: Apply<'hand-to-graph'> = async (ports, effect, scope) => {
  const isConsumed = await consultGates(
    ports,
    { item: parseRef(effect.item), endpoint: parseRef(effect.endpoint) },
    scope,
  );
  return isConsumed ? { consumed: true, outcome: 'answered' } : done('not-answered');
};
