import { formatRef } from '@the-loop/graph-core';
import { type RefMove } from '@the-loop/router';

/** A JSON value in which every text that is exactly the old ref, in any case, is the new one; the very same when there is none. */
export function withRef(value: unknown, { from, to }: Pick<RefMove, 'from' | 'to'>): unknown {
  const before = formatRef(from).toLowerCase();
  const after = formatRef(to);
  const replace = (each: unknown): unknown => {
    if (typeof each === 'string') return each.length === before.length && each.toLowerCase() === before ? after : each;
    if (Array.isArray(each)) {
      const entries = each.map(replace);
      return entries.every((entry, index) => entry === each[index]) ? each : entries;
    }
    if (typeof each !== 'object' || each === null) return each;
    const fields = Object.entries(each).map(([name, field]): [string, unknown] => [name, replace(field)]);
    const isSame = fields.every(([name, field]) => field === (each as Record<string, unknown>)[name]);
    return isSame ? each : Object.fromEntries(fields);
  };
  return replace(value);
}
