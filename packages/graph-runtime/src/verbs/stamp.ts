import { type FactSource, type Principal, type Stamp } from '@the-loop/graph-core';
import { type VerbContext } from './verb-context.ts';

/** Who and when, as a fact records it. `actor` is a free note and never the principal. */
export function stampOf(
  context: VerbContext,
  at: string,
  options: {
    readonly actor?: string | undefined;
    readonly by?: Principal | undefined;
    readonly source?: FactSource | undefined;
  } = {},
): Stamp {
  const by = options.by ?? context.principal;
  const note = options.actor === undefined || options.actor === '' ? {} : { note: options.actor };
  return { at, by: { ...by, ...note }, source: options.source ?? { kind: 'runtime' } };
}
