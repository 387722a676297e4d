import { printable } from '../diagnostics/printable.ts'

/** Maximum width of a column, except for the last column. A longer text shifts the rest of its row. */
const widest = 40

/** Formats rows with aligned columns, without terminal control characters. */
export function alignedRows(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length - 1))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.min(widest, Math.max(0, ...rows.map((row) => row[column]?.length ?? 0))),
  )
  return rows
    .map((row) => row.map((text, column) => printable(text).padEnd(widths[column] ?? 0)).join('  '))
    .join('\n')
}
