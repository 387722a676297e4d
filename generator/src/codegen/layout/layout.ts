import { parseStatements } from './parse-statement.ts'
import { printDoc } from './print-doc.ts'
import { printStatements } from './print-statement.ts'
import { NotLaidOut } from './tokens.ts'

/**
 * Formats modules that targets emit like prettier with `semi: false`, `singleQuote` and trailing commas: the
 * output is identical and takes a tenth of the time. Returns undefined for unsupported syntax, which prettier
 * must format instead.
 */
export function layOut(text: string, width: number): string | undefined {
  try {
    const lines: string[] = []
    // Statements are laid out one at a time, because a module may have a hundred thousand lines.
    for (const statement of parseStatements(text)) {
      if (lines.length > 0) lines.push(statement.isApart ? '\n\n' : '\n')
      lines.push(printDoc(printStatements([statement]), width))
    }
    return lines.join('').trimEnd()
  } catch (error) {
    // A RangeError means that an expression of thousands of parts overflowed the stack.
    if (error instanceof NotLaidOut || error instanceof RangeError) return undefined
    throw error
  }
}
