/** One line for a terminal: whatever could steer it, control and bidirectional characters, is shown as a question mark. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '?');
}
