import { type Doc, group, indent, line, mayBreak } from './doc.ts'
import { isLongChain } from './member-chain.ts'
import type { Argument, Call, Expression, TypeNode } from './syntax.ts'

export interface Right {
  readonly layout: Layout
  readonly doc: Doc
}

export type Layout = 'below' | 'behind' | 'fluid' | 'left'

/**
 * Prints `left = right`. The layout determines whether the right side starts on the same line, on the next
 * line, or wherever it fits.
 */
export function printAssignment(left: Doc, operator: string, { layout, doc }: Right): Doc {
  switch (layout) {
    case 'below':
      return group([group(left), operator, group(indent([line, doc]))])
    case 'behind':
      return group([group(left), operator, ' ', doc])
    case 'left':
      return group([left, operator, ' ', group(doc)])
    case 'fluid': {
      const id = {}
      const right: Doc = { doc: 'indent-if-break', contents: doc, id }
      return group([group(left), operator, group(indent(line), false, id), right])
    }
    default:
      return layout satisfies never
  }
}

interface Left {
  readonly doc: Doc
  readonly key?: string
  readonly type?: TypeNode
  readonly isVariable?: boolean
}

export function layoutOf({ doc, key, type, isVariable = false }: Left, value: Expression): Layout {
  const canBreak = mayBreak(doc)
  if ((type && isComplex(type)) || (isVariable && canBreak && value.node === 'arrow')) return 'left'
  const isShort = key !== undefined && key.length < 5
  if (isBelow(value, isShort)) return 'below'
  const isLiteral = value.node === 'number' || (value.node === 'word' && value.text !== 'null')
  return !canBreak && (isShort || isLiteral) ? 'behind' : 'fluid'
}

function isComplex(type: TypeNode): boolean {
  const args = type.node === 'reference' ? (type.args ?? []) : []
  return (
    args.length > 1 &&
    args.some((arg) => arg.node === 'reference' && arg.args !== undefined && arg.args.length > 0)
  )
}

function isBelow(value: Expression, isShort: boolean): boolean {
  if (value.node === 'binary' && !isInlined(value)) return true
  if (value.node === 'conditional' && value.test.node === 'binary' && !isInlined(value.test))
    return true
  if (isShort) return false
  let inner = value
  while (inner.node === 'unary' || inner.node === 'await') inner = inner.operand
  return inner.node === 'string' || isPoorlyBreakable(inner, false)
}

/**
 * Whether the right operand is an object or array. The object or array then starts on the current line and
 * breaks inside its brackets.
 */
export function isInlined(value: Expression): boolean {
  if (value.node !== 'binary' || !isLogical(value.operator)) return false
  const { right } = value
  if (right.node === 'object') return right.properties.length > 0
  return right.node === 'array' && right.elements.length > 0
}

export function isLogical(operator: string): boolean {
  return operator === '&&' || operator === '||' || operator === '??'
}

/** Whether a value is a short chain of member accesses and calls, in which prettier avoids line breaks. */
function isPoorlyBreakable(value: Expression, isInside: boolean): boolean {
  switch (value.node) {
    case 'call': {
      if (isLongChain(value)) return false
      const [first] = value.arguments
      const isShort =
        value.arguments.length === 0 ||
        (value.arguments.length === 1 && first !== undefined && isShortArgument(first))
      return isShort && !hasComplexTypes(value) && isPoorlyBreakable(value.callee, true)
    }
    case 'member':
      return isPoorlyBreakable(value.object, true)
    default:
      return isInside && value.node === 'name'
  }
}

function hasComplexTypes({ typeArguments = [] }: Call): boolean {
  const [first] = typeArguments
  if (typeArguments.length > 1) return true
  return (
    first !== undefined &&
    (first.node === 'union' || first.node === 'intersection' || first.node === 'object-type')
  )
}

/** Maximum length of an argument that prettier treats as short: a quarter of a line. */
const short = 25

function isShortArgument(value: Argument): boolean {
  if (value.node === 'spread' || (value.comments?.length ?? 0) > 0) return false
  switch (value.node) {
    case 'name':
    case 'string':
      return value.text.length <= short
    case 'unary':
      return isShortArgument(value.operand)
    case 'call':
      return (
        value.arguments.length === 0 &&
        value.callee.node === 'name' &&
        value.callee.text.length <= short - 2
      )
    default:
      return value.node === 'number' || value.node === 'word'
  }
}
