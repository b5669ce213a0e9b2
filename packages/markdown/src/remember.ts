/** Longer texts are read anew: they are rare, and what is kept has a bound. */
const LONGEST = 131_072;
/** More texts than one work item has. */
const KEPT = 12;

/**
 * The same reading, which knows its last few texts again: the gates of one item look at the same few artifacts many times.
 * What it answers is shared, so it must not be changed.
 */
export function remember<Reading>(read: (text: string) => Reading): (text: string) => Reading {
  const recent = new Map<string, Reading>();
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const reading = read(text);
    if (text.length > LONGEST) return reading;
    const [oldest] = recent.size < KEPT ? [] : recent.keys();
    if (oldest !== undefined) recent.delete(oldest);
    recent.set(text, reading);
    return reading;
  };
}
