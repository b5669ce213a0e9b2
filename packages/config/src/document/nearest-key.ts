/** The known key a person most likely meant, or null when none is near. Letter case, `-` and `_` do not count. */
export function nearestKey(key: string, known: readonly string[]): string | null {
  const plain = simplify(key);
  if (plain.length > 64) return null;
  const limit = Math.max(1, Math.floor(plain.length / 3));
  const ranked = known
    .map((name) => ({ name, distance: editDistance(plain, simplify(name)) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name ?? null;
}

function simplify(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Insertions, deletions, substitutions and swapped neighbours, each counting one. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column += 1) {
      const changed = cell(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped = isSwap(a, b, { row, column }) ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(cell(row - 1, column) + 1, cell(row, column - 1) + 1, changed, swapped));
    }
  }
  return cell(a.length, b.length);
}

function isSwap(a: string, b: string, { row, column }: { row: number; column: number }): boolean {
  return row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
}
