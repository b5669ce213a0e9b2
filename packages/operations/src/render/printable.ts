import { printable } from '@the-loop/graph-core';

export { printable };

/** At most so many characters, with an ellipsis where some are left out. */
export function clipped(text: string, length: number): string {
  const line = printable(text);
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
