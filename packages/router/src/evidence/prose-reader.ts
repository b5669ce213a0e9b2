import { MaskScan } from './masked-ranges.ts';

/** Answers about places of a text. Ask in text order: each answer goes on from the last. */
export interface ProseReader {
  /** Whether `[from, to)` lies outside all code, comments and quotes. */
  isProse(from: number, to: number): boolean;
  /** The line of a place, from 1. */
  lineOf(at: number): number;
}

export function createProseReader(text: string): ProseReader {
  const scan = new MaskScan(text);
  const { starts, ends } = scan;
  let range = 0;
  let line = 1;
  let feed = text.indexOf('\n');
  return {
    isProse(from, to) {
      scan.readTo(to);
      while ((ends[range] ?? Number.POSITIVE_INFINITY) <= from) range += 1;
      return (starts[range] ?? Number.POSITIVE_INFINITY) >= to;
    },
    lineOf(at) {
      while (feed >= 0 && feed < at) {
        line += 1;
        feed = text.indexOf('\n', feed + 1);
      }
      return line;
    },
  };
}
