import { posix } from 'node:path'
import { compareText } from '../json/compare-text.ts'
import { shownFile } from './shown-file.ts'
import { printDeclaration } from './print-declaration.ts'
import { banner } from './banner.ts'
import { quoteString } from './quote.ts'
import type { Import, SourceOutput, Statement } from './target.ts'

/**
 * Returns the source text of a TypeScript module. Statements that are strings are not changed. Statements
 * that are ts-morph structures are printed by ts-morph.
 */
export async function printSource(file: SourceOutput): Promise<string> {
  const statements: string[] = []
  for (const statement of file.statements) statements.push(await printStatement(statement))
  const head = [banner(file.from), importLines(file.imports)]
  const body = joined(statements.map((text) => text.trimEnd()).filter((text) => text !== ''))
  return (
    [...head.map((text) => text.trimEnd()), body].filter((text) => text !== '').join('\n\n') + '\n'
  )
}

/** Prints a statement. ts-morph takes 0.3 s to load, so it is only loaded for ts-morph structures. */
async function printStatement(statement: Statement): Promise<string> {
  if (typeof statement === 'string') return statement
  if ('node' in statement) return printDeclaration(statement)
  const { printStructure } = await import('ts-morph')
  return printStructure(statement, { indentNumberOfSpaces: 2 })
}

/** Joins statements, with an empty line next to those that span several lines. */
function joined(statements: readonly string[]): string {
  const isLine = (text = '\n'): boolean => !text.includes('\n')
  const lines = statements.map((text, index) => {
    if (index === 0) return text
    return `${isLine(statements[index - 1]) && isLine(text) ? '\n' : '\n\n'}${text}`
  })
  return lines.join('')
}

/**
 * Lists documents for the first line of a file that is generated from all of them. More than two documents are
 * only counted.
 */
export function documentsText(files: readonly string[]): string {
  if (files.length <= 2) return files.map(shownFile).join(', ')
  const folders = new Set(files.map((file) => posix.dirname(shownFile(file))))
  const [folder = '.'] = folders
  return `${files.length} documents${folders.size > 1 || folder === '.' ? '' : ` in ${folder}`}`
}

/** Merges imports by module, with types and values separate, in a stable order. */
export function importLines(imports: readonly Import[]): string {
  const modules = new Map<string, { type: Set<string>; value: Set<string> }>()
  const whole = imports.filter(({ name }) => name === '*').map(wholeLine)
  for (const { from, name, as, type } of imports.filter(({ name: one }) => one !== '*')) {
    const module = modules.get(from) ?? { type: new Set(), value: new Set() }
    modules.set(from, module)
    module[type ? 'type' : 'value'].add(as === undefined || as === name ? name : `${name} as ${as}`)
  }
  const order = [...modules].sort(([a], [b]) => rank(a) - rank(b) || compareText(a, b))
  const named = order
    .flatMap(([from, { type, value }]) => {
      // A name that is imported as a value needs no type import.
      const types = [...type].filter((name) => !value.has(name))
      return [importLine('import type', types, from), importLine('import', [...value], from)]
    })
    .filter((line) => line !== '')
  return [...named, ...whole.toSorted(compareText)].join('\n')
}

function wholeLine({ from, as = '', type }: Import): string {
  return `import ${type ? 'type ' : ''}* as ${as} from ${quoteString(from)}`
}

function importLine(keyword: string, names: readonly string[], from: string): string {
  if (names.length === 0) return ''
  return `${keyword} { ${names.toSorted(compareText).join(', ')} } from ${quoteString(from)}`
}

function rank(from: string): number {
  return from.startsWith('.') ? 1 : 0
}
