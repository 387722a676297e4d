import { constantsIn, type Expression, printExpression, withValues } from './expression.ts'
import type { DeclarationNode } from './structure.ts'
import type { SourceOutput } from './target.ts'

export type Statements = SourceOutput['statements']

export interface Constant {
  readonly name: string
  readonly value: Expression
}

/** Statements, and the constants to which they refer. A constant comes after the constants to which it refers. */
export interface Inlining {
  readonly statements: Statements
  readonly constants: readonly Constant[]
  /** Constants that must not be inlined, because other code uses their names. */
  readonly kept: ReadonlySet<string>
  /** Maximum length of an expression to inline, in characters. */
  readonly longest: number
}

/** Replaces constants with their values if the values are short and used once. Returns the other constants. */
export function inlineConstants({ statements, constants, kept, longest }: Inlining): {
  readonly statements: Statements
  readonly constants: readonly Constant[]
} {
  const all = [...statements.flatMap(valueOf), ...constants.map(({ value }) => value)]
  const uses = new Map<string, number>()
  for (const name of all.flatMap(constantsIn)) uses.set(name, (uses.get(name) ?? 0) + 1)
  const values = new Map<string, Expression>()
  const left = constants.flatMap((constant) => {
    const { name } = constant
    const value = withValues(constant.value, values)
    const isShort = uses.get(name) === 1 && printExpression(value).length <= longest
    if (!isShort || kept.has(name)) return [{ name, value }]
    values.set(name, value)
    return []
  })
  const inlined = statements.map((statement) => {
    const [value] = valueOf(statement)
    return value === undefined || !isConstant(statement)
      ? statement
      : { ...statement, value: withValues(value, values) }
  })
  return { statements: inlined, constants: left }
}

/** Returns the value of a constant's declaration. */
function valueOf(statement: Statements[number]): readonly Expression[] {
  return isConstant(statement) && typeof statement.value !== 'string' ? [statement.value] : []
}

function isConstant(
  statement: Statements[number],
): statement is Extract<DeclarationNode, { readonly node: 'constant' }> {
  return typeof statement === 'object' && 'node' in statement && statement.node === 'constant'
}
