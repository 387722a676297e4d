/** Greatest width of a column; longer cells are not followed by an aligned cell. */
export const MAX_WIDTH = 80

/** Returns rows with aligned columns. */
export function alignedColumns(rows: readonly (readonly string[])[], indent: string): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, Math.min(cell.length, MAX_WIDTH))
    }
  }
  return rows
    .map((row) =>
      `${indent}${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    )
    .join('\n')
}

/** Returns rows with a title; empty without rows. */
export function section(title: string, rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `${title}:\n${alignedColumns(rows, '  ')}`
}
