const ENDS = /[\p{L}\p{M}\p{N}_]$/u;
const STARTS = /^[\p{L}\p{M}\p{N}_]/u;

/** Whether a word of any script goes up to `at`. Two units hold any letter. */
export function isWordBefore(text: string, at: number): boolean {
  return ENDS.test(text.slice(Math.max(0, at - 2), at));
}

/** Whether a word of any script goes on at `at`. */
export function isWordAt(text: string, at: number): boolean {
  return STARTS.test(text.slice(at, at + 2));
}
