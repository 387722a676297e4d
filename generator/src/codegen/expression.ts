import { printType } from './print-type.ts'
import { quoteString } from './quote.ts'
import type { TypeCode } from './type-node.ts'

/** An expression of emitted code, before it is printed. */
export type Expression =
  /** An identifier or member access. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'literal'; readonly text: string }
  /** A constant of the module, in place of which its value may be printed. */
  | { readonly kind: 'constant'; readonly name: string }
  /** A function that returns a constant which is declared later: `() => blockShape`. */
  | { readonly kind: 'later'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly members: readonly ObjectMember[] }
  /** A call without side effects, which bundlers drop if its result is not used. */
  | {
      readonly kind: 'pure'
      readonly callee: string
      readonly typeArguments: readonly TypeCode[]
      readonly arguments: readonly Expression[]
    }

/** A member of an object. `key` must be a result of `propertyKey`. Without a value, it is in short form. */
export interface ObjectMember {
  readonly key: string
  readonly value?: Expression
}

/** An expression as a node, or as the source text of a custom target. */
export type ExpressionCode = Expression | string

export function identifierOf(name: string): Expression {
  return { kind: 'name', name }
}

export function literalOf(text: string): Expression {
  return { kind: 'literal', text }
}

export function stringOf(text: string): Expression {
  return literalOf(quoteString(text))
}

export function listOf(items: readonly Expression[]): Expression {
  return { kind: 'list', items }
}

export function objectOf(members: readonly ObjectMember[]): Expression {
  return { kind: 'object', members }
}

/** Returns a member of an object. */
export function objectMember(key: string, value: Expression): ObjectMember {
  return { key, value }
}

export function pureCall(callee: string, args: readonly Expression[]): Expression {
  return { kind: 'pure', callee, typeArguments: [], arguments: args }
}

/** Returns the source text of an expression, in one line. */
export function printExpression(code: ExpressionCode): string {
  if (typeof code === 'string') return code
  switch (code.kind) {
    case 'name':
    case 'constant':
      return code.name
    case 'literal':
      return code.text
    case 'later':
      return `() => ${code.name}`
    case 'list':
      return `[${code.items.map(printExpression).join(', ')}]`
    case 'object': {
      const members = code.members.map(({ key, value }) =>
        value === undefined ? key : `${key}: ${printExpression(value)}`,
      )
      return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
    }
    case 'pure': {
      const types = code.typeArguments.map((type) => printType(type)).join(', ')
      const args = code.arguments.map(printExpression).join(', ')
      return `/* @__PURE__ */ ${code.callee}${types === '' ? '' : `<${types}>`}(${args})`
    }
    default:
      return code satisfies never
  }
}

/** Returns the names of the constants in an expression, once for each use. */
export function constantsIn(expression: Expression): readonly string[] {
  return expression.kind === 'constant'
    ? [expression.name]
    : operandsOf(expression).flatMap(constantsIn)
}

function operandsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'list':
      return expression.items
    case 'object':
      return expression.members.flatMap(({ value }) => value ?? [])
    case 'pure':
      return expression.arguments
    default:
      return []
  }
}

/** Replaces constants with their values. Constants without a value remain. */
export function withValues(
  expression: Expression,
  values: ReadonlyMap<string, Expression>,
): Expression {
  const replaced = (one: Expression): Expression => withValues(one, values)
  switch (expression.kind) {
    case 'constant':
      return values.get(expression.name) ?? expression
    case 'list':
      return { ...expression, items: expression.items.map(replaced) }
    case 'object': {
      const members = expression.members.map((member) =>
        member.value === undefined ? member : { ...member, value: replaced(member.value) },
      )
      return { ...expression, members }
    }
    case 'pure':
      return { ...expression, arguments: expression.arguments.map(replaced) }
    default:
      return expression
  }
}
