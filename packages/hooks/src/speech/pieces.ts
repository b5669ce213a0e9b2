/** A part of a text, and where in the whole it begins. */
export interface Piece {
  readonly text: string;
  readonly at: number;
}

/** Where a sentence ends and another may begin. */
export const SENTENCE_END = /(?<=[.!?\u2026\u3002\uFF01\uFF1F])\s|\n/g;

/** Cuts a piece wherever a separator (a global pattern) stands; the separators are left out. */
export function splitAt(whole: Piece, separator: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { 0: found, index } of whole.text.matchAll(separator)) {
    pieces.push({ text: whole.text.slice(start, index), at: whole.at + start });
    start = index + found.length;
  }
  return [...pieces, { text: whole.text.slice(start), at: whole.at + start }];
}
