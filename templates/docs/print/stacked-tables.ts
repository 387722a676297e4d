import type { MarkdownIt, Token } from 'markdown-it'

/** Number of columns from which narrow screens show each row of a table as a block. */
const manyColumns = 3

/**
 * Marks tables with many columns (`class="stacked"`), and gives each of their cells the title of its column
 * (`data-label`), which narrow screens show next to the cell. Takes one pass, because a text can consist of tables.
 */
export function labelCells(markdown: MarkdownIt): void {
  markdown.core.ruler.push('label-cells', ({ tokens }) => {
    let table: Token | undefined
    let labels: string[] = []
    let column = 0
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') [table, labels] = [token, []]
      else if (token.type === 'th_open') labels.push(plainText(tokens[index + 1]))
      else if (token.type === 'tr_open') column = 0
      else if (labels.length < manyColumns) continue
      else if (token.type === 'thead_close') table?.attrSet('class', 'stacked')
      else if (token.type === 'td_open') token.attrSet('data-label', labels[column++] ?? '')
    }
  })
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join('')
}
