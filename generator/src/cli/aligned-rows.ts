import { printable } from './output.ts'

/** Widest column before the last: a longer text moves only its own row to the right. */
const widest = 40

/** Rows as lines with aligned columns, without anything that a terminal would obey. */
export function alignedRows(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length - 1))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.min(widest, Math.max(0, ...rows.map((row) => row[column]?.length ?? 0))),
  )
  return rows
    .map((row) => row.map((text, column) => printable(text).padEnd(widths[column] ?? 0)).join('  '))
    .join('\n')
}
