import type { DeclarationNode } from './structure.ts'
import type { SourceOutput } from './target.ts'

/**
 * Markers in program text. Each marker is replaced later, either with the name of a constant or with the
 * constant's expression. A marker is the name of the constant between two NUL characters. NUL cannot occur
 * elsewhere in the program text, because `quote.ts` escapes it.
 */

export type Statements = SourceOutput['statements']

export interface Placed {
  readonly name: string
  /** Expression of the constant, which still contains markers. */
  readonly text: string
}

/**
 * Statements and constants that still contain markers. A constant comes after the constants to which it
 * refers.
 */
export interface Unplaced {
  readonly statements: Statements
  readonly constants: readonly Placed[]
  /** Constants that must not be inlined, because other code uses their names. */
  readonly kept: ReadonlySet<string>
  /** Maximum length of an expression to inline, in characters. */
  readonly longest: number
}

export function reference(name: string): string {
  return `\0${name}\0`
}

export function referenceIn(text: string): string | undefined {
  return /^\0([^\0]+)\0$/.exec(text)?.[1]
}

/**
 * Replaces each marker with the expression of its constant if the expression is short and used once,
 * otherwise with the name of the constant.
 */
export function place({ statements, constants, kept, longest }: Unplaced): {
  readonly statements: Statements
  readonly constants: readonly Placed[]
} {
  const texts = [...statements.flatMap(expressions), ...constants.map(({ text }) => text)]
  const uses = usesIn(texts)
  const inPlace = new Map<string, string>()
  const placed = (text: string): string =>
    text.replace(/\0([^\0]+)\0/g, (_, name: string) => inPlace.get(name) ?? name)
  const left = constants.flatMap((constant) => {
    const { name } = constant
    const text = placed(constant.text)
    if (uses.get(name) !== 1 || kept.has(name) || text.length > longest) return [{ name, text }]
    inPlace.set(name, text)
    return []
  })
  return { statements: statements.map((one) => withExpressions(one, placed)), constants: left }
}

function usesIn(texts: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(/\0([^\0]+)\0/g)) {
      uses.set(name, (uses.get(name) ?? 0) + 1)
    }
  }
  return uses
}

/** Returns the expressions of a statement that may contain markers: the values of constants. */
function expressions(statement: Statements[number]): readonly string[] {
  return isConstant(statement) ? [statement.value] : []
}

function withExpressions(
  statement: Statements[number],
  change: (text: string) => string,
): Statements[number] {
  return isConstant(statement) ? { ...statement, value: change(statement.value) } : statement
}

function isConstant(
  statement: Statements[number],
): statement is Extract<DeclarationNode, { readonly node: 'constant' }> {
  return typeof statement === 'object' && 'node' in statement && statement.node === 'constant'
}
