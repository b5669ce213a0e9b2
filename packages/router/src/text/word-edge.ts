const ENDS = /[\p{L}\p{M}\p{N}_]$/u;
const STARTS = /^[\p{L}\p{M}\p{N}_]/u;
const ASCII = 0x80;

/** Whether a word of any script goes up to `at`. Two units hold any letter. */
export function isWordBefore(text: string, at: number): boolean {
  if (at === 0) return false;
  const unit = text.charCodeAt(at - 1);
  return unit < ASCII ? isAsciiWord(unit) : ENDS.test(text.slice(Math.max(0, at - 2), at));
}

/** Whether a word of any script goes on at `at`. */
export function isWordAt(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const unit = text.charCodeAt(at);
  return unit < ASCII ? isAsciiWord(unit) : STARTS.test(text.slice(at, at + 2));
}

/** A unit that `\w` means. */
export function isAsciiWord(unit: number): boolean {
  return isAsciiLetter(unit) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}

export function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
