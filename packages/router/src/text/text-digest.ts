const PRIME = 0x01_00_01_93;

/**
 * A short name of a text, equal for equal texts. It tells edits apart; it is no protection against a text that was made
 * to have the name of another. FNV-1a, twice, over UTF-16 units.
 */
export function textDigest(text: string): string {
  let one = 0x81_1c_9d_c5;
  let other = 0x5b_d1_e9_95;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, PRIME);
    other = Math.imul(other ^ (unit + at), PRIME);
  }
  return `${hex(one)}${hex(other)}`;
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
