const DEEPEST = 64;

/**
 * A deeply frozen copy of plain data: texts, numbers, booleans, nothing, lists and mappings.
 *
 * Throws `TypeError` for anything else, so that no hook can hand out an object that changes later.
 */
export function frozenCopy<Value>(value: Value): Value {
  return copy(value, 0) as Value;
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    throw new TypeError('not plain data');
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) throw new TypeError('nested too deeply');
  if (Array.isArray(value)) return Object.freeze(value.map((item) => copy(item, depth + 1)));
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new TypeError('not plain data');
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, copy(item, depth + 1)]);
  return Object.freeze(Object.fromEntries(entries));
}
