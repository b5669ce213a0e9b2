function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One text for equal values, whatever the order of their keys. */
export function canonicalJson(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value, sortKeys);
}
