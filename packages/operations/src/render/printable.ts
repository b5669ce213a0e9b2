/** One line for a terminal: whatever could steer it is shown as a question mark. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '?');
}

/** At most so many characters, with an ellipsis where some are left out. */
export function clipped(text: string, length: number): string {
  const line = printable(text);
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
