import type { MarkdownIt, Token } from 'markdown-it'

/** Number of columns from which narrow screens show each row of a table as a block. */
const manyColumns = 3

/**
 * Gives each cell of a table with many columns the title of its column (`data-label`), which narrow screens show next
 * to the cell.
 */
export function labelCells(markdown: MarkdownIt): void {
  markdown.core.ruler.push('label-cells', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'table_open') continue
      const labels = labelsOf(tokens, index)
      if (labels.length >= manyColumns) labelRows(tokens, index, labels)
    }
  })
}

/** Whether a table has labels in its cells. */
export function isStacked(tokens: readonly Token[], start: number): boolean {
  return labelsOf(tokens, start).length >= manyColumns
}

/** Returns the titles of the columns of the table that starts at an index, as plain text. */
function labelsOf(tokens: readonly Token[], start: number): readonly string[] {
  const end = tokens.findIndex(({ type }, index) => index > start && type === 'thead_close')
  return tokens.slice(start, end).flatMap(({ type }, at) => {
    if (type !== 'th_open') return []
    const { children } = tokens[start + at + 1] ?? {}
    return [(children ?? []).map(({ content }) => content).join('')]
  })
}

function labelRows(tokens: readonly Token[], start: number, labels: readonly string[]): void {
  let column = 0
  for (const token of tokens.slice(start)) {
    if (token.type === 'table_close') return
    if (token.type === 'tr_open') column = 0
    if (token.type === 'td_open') token.attrSet('data-label', labels[column++] ?? '')
  }
}
