/** A plain table: columns padded to their widest cell, two blanks between them, no line ends in blanks. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => visibleLength(row[column] ?? ''))));
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) => pad(row[column] ?? '', width))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - visibleLength(text)));
}

const COLOUR = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g');

function visibleLength(text: string): number {
  return Array.from(text.replaceAll(COLOUR, '')).length;
}
