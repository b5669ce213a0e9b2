/** ISO 8601, UTC, in whole seconds. */
export function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

const STEPS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

/** How far an instant is from `now`, in its largest unit: `in 3 min`, `2 h ago`, `now`. */
export function distance(ms: number, now: number): string {
  const away = Math.abs(ms - now);
  const [unit, size] = STEPS.find(([, length]) => away >= length) ?? ['', 0];
  if (size === 0) return 'now';
  const text = `${Math.floor(away / size)} ${unit}`;
  return ms > now ? `in ${text}` : `${text} ago`;
}

/** When something is tried again, as the end of a sentence about it; told as it is where `now` is null. */
export function nextTryText(iso: string, now: number | null): string {
  const at = Date.parse(iso);
  if (now === null) return `is tried again at ${iso}`;
  return at <= now ? 'is tried again at once' : `is tried again ${distance(at, now)}`;
}
