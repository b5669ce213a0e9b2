import {
  effectKey,
  type GraphState,
  type LoopAddress,
  type PendingEffect,
  type PlannedEffect,
  type StateView,
} from '@the-loop/graph-core';

/** The state before the verb and the one it plans: an effect of an exit belongs to the entry that ends. */
export interface Occasion {
  readonly address: LoopAddress;
  readonly at: string;
  readonly before: StateView;
  readonly planned: StateView;
  readonly state: GraphState;
}

function entriesOf(view: StateView, node: string): number {
  return Object.hasOwn(view.nodes, node) ? (view.nodes[node]?.entries ?? 0) : 0;
}

/** A gate may say several things during one entry, such as a hint and later a confirmation: each has its own key. */
function purposeOf({ boundary, effect }: PlannedEffect): string {
  if (effect.kind !== 'comment' || boundary === 'verb') return '';
  const occasion = effect.occasion === undefined ? '' : `/${effect.occasion}`;
  return boundary === 'exit' ? `/${effect.purpose}${occasion}` : occasion;
}

function keyOf(planned: PlannedEffect, occasion: Occasion): string {
  const view = planned.boundary === 'entry' ? occasion.planned : occasion.before;
  return `${effectKey(occasion.address, planned, entriesOf(view, planned.node))}${purposeOf(planned)}`;
}

/** A verb may be run twice at the same place: its effects are numbered, those of chains are not repeated. */
function freeKey(base: string, planned: PlannedEffect, taken: ReadonlySet<string>): string | null {
  if (!taken.has(base)) return base;
  if (planned.boundary !== 'verb') return null;
  for (let count = 2; ; count += 1) {
    if (!taken.has(`${base}/${count}`)) return `${base}/${count}`;
  }
}

/** The effects that are to be stored: those planned that are neither waiting nor done. */
export function toPending(effects: readonly PlannedEffect[], occasion: Occasion): PendingEffect[] {
  const taken = new Set([...occasion.state.pending.map(({ key }) => key), ...Object.keys(occasion.state.done)]);
  return effects.flatMap((planned) => {
    const key = freeKey(keyOf(planned, occasion), planned, taken);
    if (key === null) return [];
    taken.add(key);
    const { hook, node, effect } = planned;
    return [{ key, hook, node, at: occasion.at, effect, attempts: 0, lastError: '' }];
  });
}
