const FIRST_PRINTABLE = 0x20;

/** Whether the text holds a character below the blank, such as a line break. */
export function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < FIRST_PRINTABLE) return true;
  return false;
}

/** The text with a blank for each character below the blank. */
export function withoutControlCharacters(text: string): string {
  return Array.from(text, (char) => (hasControlCharacter(char) ? ' ' : char)).join('');
}
