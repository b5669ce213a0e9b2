const MARK = ' […cut]';

/** The text, or its beginning with a visible mark, in at most `length` UTF-16 units; never half a character. */
export function clipped(text: string, length: number): string {
  if (text.length <= length) return text;
  const room = Math.max(0, length - MARK.length);
  const last = text.charCodeAt(room - 1);
  const whole = last >= 0xd800 && last <= 0xdbff ? room - 1 : room;
  return `${text.slice(0, whole)}${MARK}`;
}
