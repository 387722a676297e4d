import { precedenceOf } from './parse-expression.ts'
import { isInlined, isLogical } from './print-assignment.ts'
import type { Argument, Binary, Expression } from './syntax.ts'

export type Parent =
  | 'statement'
  | 'variable'
  | 'property'
  | 'assignment'
  | 'argument'
  | 'return'
  | 'condition'
  | 'header'
  | 'body'
  | 'left'
  | 'right'
  | 'operand'
  | 'object'
  | 'callee'
  | 'test'
  | 'branch'
  | 'as'
  | 'item'

export interface Place {
  readonly parent: Parent
  readonly within?: Binary
  /**
   * Set if the expression is the test or a branch of a conditional expression: the parent of that conditional
   * expression.
   */
  readonly beyond?: Parent
}

export function needsParentheses(value: Expression, { parent, within }: Place): boolean {
  const isInside =
    parent === 'left' ||
    parent === 'right' ||
    parent === 'operand' ||
    parent === 'object' ||
    parent === 'callee'
  switch (value.node) {
    case 'arrow':
      return isInside || parent === 'test' || parent === 'as'
    case 'conditional':
      return isInside || parent === 'test' || parent === 'as'
    case 'assignment':
      return parent !== 'statement' && parent !== 'header'
    case 'as':
      return isInside || parent === 'test'
    case 'await':
      return (
        parent === 'object' ||
        parent === 'callee' ||
        parent === 'test' ||
        parent === 'as' ||
        (within !== undefined && isLogical(within.operator))
      )
    case 'unary':
      return parent === 'object' || parent === 'callee'
    case 'update':
      return parent === 'object' || parent === 'callee' || parent === 'operand'
    case 'binary': {
      if (parent === 'operand' || parent === 'object' || parent === 'callee' || parent === 'as')
        return true
      return within !== undefined && isParted(value, within, parent === 'right')
    }
    case 'object':
      return parent === 'body'
    case 'number':
      return parent === 'object'
    default:
      return false
  }
}

/**
 * Whether a nested binary expression gets parentheses, either required by precedence or added by prettier for
 * clarity.
 */
function isParted({ operator }: Binary, outer: Binary, isRight: boolean): boolean {
  if (isLogical(operator) && isLogical(outer.operator)) return operator !== outer.operator
  const inner = precedenceOf(operator)
  const around = precedenceOf(outer.operator)
  if (around > inner || (around === inner && (isRight || !isFlat(outer.operator, operator))))
    return true
  if (around < inner && operator === '%') return outer.operator === '+' || outer.operator === '-'
  return /^[|^&]$/.test(outer.operator)
}

/** Whether two operators of a chain are formatted as one level. */
export function isFlat(outer: string, inner: string): boolean {
  if (precedenceOf(outer) !== precedenceOf(inner)) return false
  const isEquality = (operator: string): boolean => /^[!=]=/.test(operator)
  if (isEquality(outer) && isEquality(inner)) return false
  if (outer === '%' || inner === '%') return outer === inner ? false : !/[*/%]/.test(outer + inner)
  if (outer !== inner && /^[*/]$/.test(outer) && /^[*/]$/.test(inner)) return false
  return true
}

/**
 * Whether the last operand of a chain of operators is an object or array. The object or array then starts on
 * the current line and breaks inside its brackets.
 */
export function isInlinedChain(value: Binary): boolean {
  if (!isInlined(value)) return false
  const { left, operator } = value
  return left.node === 'binary' && isFlat(operator, left.operator) ? isInlinedChain(left) : true
}

export function isNumber(value: Argument): boolean {
  if (value.node === 'unary')
    return /^[+-]$/.test(value.operator) && value.operand.node === 'number'
  return value.node === 'number' && !value.text.endsWith('n')
}

/**
 * Whether every item is an array or object with more than one element. Each item of such a list gets its own
 * line.
 */
export function isTable(elements: readonly Argument[]): boolean {
  const [first] = elements
  if (elements.length < 2 || first === undefined) return false
  return elements.every((element) => {
    if (element.node !== first.node) return false
    if (element.node === 'array') return element.elements.length > 1
    return element.node === 'object' && element.properties.length > 1
  })
}

/** Returns the leftmost operand of an expression, which decides how a parser reads the first token. */
export function beginningOf(value: Expression): Expression {
  switch (value.node) {
    case 'member':
      return beginningOf(value.object)
    case 'call':
      return beginningOf(value.callee)
    case 'binary':
    case 'assignment':
      return beginningOf(value.left)
    case 'as':
      return beginningOf(value.value)
    case 'conditional':
      return beginningOf(value.test)
    case 'update':
      return beginningOf(value.operand)
    default:
      return value
  }
}
