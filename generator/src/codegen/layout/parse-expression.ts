import type { Cursor } from './cursor.ts'
import {
  parseKey,
  parseParameters,
  parseReturnType,
  parseType,
  parseTypeArguments,
} from './parse-type.ts'
import type {
  Argument,
  ArrayExpression,
  Block,
  Expression,
  ObjectExpression,
  Property,
} from './syntax.ts'
import { leave } from './tokens.ts'

/**
 * Parses the body of a function. The function is a parameter because importing the statement parser would be
 * circular.
 */
type ParseBlock = (cursor: Cursor) => Block

/** Operator precedences. `as` and `satisfies` have the precedence of comparisons. */
const precedences: ReadonlyMap<string, number> = new Map(
  [
    ['??'],
    ['||'],
    ['&&'],
    ['|'],
    ['^'],
    ['&'],
    ['===', '!==', '==', '!='],
    ['<', '>', '<=', '>=', 'instanceof', 'in', 'as', 'satisfies'],
    ['+', '-'],
    ['*', '/', '%'],
  ].flatMap((operators, index) => operators.map((operator) => [operator, index] as const)),
)

/** Returns the precedence of an operator. A lower number binds less tightly. */
export function precedenceOf(operator: string): number {
  return precedences.get(operator) ?? leave(`operator ${operator}`)
}

export class ExpressionParser {
  readonly #cursor: Cursor
  readonly #parseBlock: ParseBlock

  constructor(cursor: Cursor, parseBlock: ParseBlock) {
    this.#cursor = cursor
    this.#parseBlock = parseBlock
  }

  parse(): Expression {
    const cursor = this.#cursor
    const comments = cursor.comments()
    if (this.#isArrow()) {
      const arrow = this.#arrow()
      return comments.length === 0 ? arrow : leave('comment')
    }
    const left = this.#conditional(comments)
    const { text, kind, isOnNewLine } = cursor.peek()
    if (kind !== 'mark' || !/^(?:=|\+=|-=|\?\?=)$/.test(text) || isOnNewLine) return left
    cursor.next()
    return { node: 'assignment', operator: text, left, right: this.parse() }
  }

  #conditional(comments: Expression['comments'] = []): Expression {
    const cursor = this.#cursor
    const test = this.#binary(0, comments)
    if (!cursor.skip('?')) return test
    // `a ? (b) : c` would be parsed as an arrow function after the question mark.
    if (cursor.is('(') && cursor.behind().text === ':') leave('conditional')
    const yes = this.parse()
    cursor.expect(':')
    const no = this.parse()
    return { node: 'conditional', test, yes, no }
  }

  #binary(least: number, comments: Expression['comments'] = []): Expression {
    const cursor = this.#cursor
    let left = this.#unary(comments)
    for (;;) {
      const { text, kind, isOnNewLine } = cursor.peek()
      const precedence = kind === 'end' || kind === 'string' ? undefined : precedences.get(text)
      if (precedence === undefined || precedence < least) return left
      if (isOnNewLine && kind === 'name') return left
      if ((left.comments?.length ?? 0) > 0) leave('comment')
      const operator = cursor.next().text
      if (operator === 'as' || operator === 'satisfies') {
        const type = cursor.skip('const') ? 'const' : parseType(cursor)
        left = { node: 'as', operator, value: left, type }
      } else left = { node: 'binary', operator, left, right: this.#binary(precedence + 1) }
    }
  }

  #unary(comments: Expression['comments'] = []): Expression {
    const cursor = this.#cursor
    const { text, kind } = cursor.peek()
    const isWord = kind === 'name' && (text === 'typeof' || text === 'void')
    if (isWord || (kind === 'mark' && /^[!+-]$/.test(text))) {
      if (comments.length > 0) leave('comment')
      const operator = cursor.next().text
      return { node: 'unary', operator, operand: this.#unary() }
    }
    if (kind === 'name' && text === 'await') {
      if (comments.length > 0) leave('comment')
      cursor.next()
      return { node: 'await', operand: this.#unary() }
    }
    const found = this.#postfix(this.#primary())
    const whole = comments.length === 0 ? found : { ...found, comments }
    const { text: mark, isOnNewLine } = cursor.peek()
    if ((mark !== '++' && mark !== '--') || isOnNewLine) return whole
    return { node: 'update', operator: cursor.next().text, operand: whole }
  }

  #postfix(from: Expression): Expression {
    const cursor = this.#cursor
    let found = from
    for (;;) {
      if (cursor.skip('.')) {
        found = { node: 'member', object: found, property: cursor.name() }
      } else if (cursor.is('?.')) {
        leave('optional chain')
      } else if (cursor.is('!') && !cursor.peek().isOnNewLine) {
        leave('non-null')
      } else if (cursor.is('[') && !cursor.peek().isOnNewLine) {
        cursor.expect('[')
        found = { node: 'member', object: found, property: this.parse() }
        cursor.expect(']')
      } else if (cursor.is('(') && !cursor.peek().isOnNewLine) {
        found = { node: 'call', callee: found, arguments: this.#arguments() }
      } else if (cursor.is('<') && isGenericCall(cursor)) {
        const typeArguments = parseTypeArguments(cursor) ?? leave('type arguments')
        found = {
          node: 'call',
          callee: found,
          typeArguments,
          arguments: this.#arguments(),
        }
      } else return found
    }
  }

  #arguments(): readonly Argument[] {
    const cursor = this.#cursor
    cursor.expect('(')
    return this.#list(')')
  }

  #list(end: string): readonly Argument[] {
    const cursor = this.#cursor
    const found: Argument[] = []
    while (!cursor.is(end)) {
      if (cursor.peek().isApart || cursor.is(',')) leave('list')
      found.push(cursor.skip('...') ? { node: 'spread', value: this.parse() } : this.parse())
      if (!cursor.skip(',')) break
    }
    cursor.expect(end)
    return found
  }

  #primary(): Expression {
    const cursor = this.#cursor
    const { kind, text } = cursor.peek()
    if (kind === 'string' || kind === 'number') return { node: kind, text: cursor.next().text }
    if (kind === 'name') return this.#named(text)
    switch (text) {
      case '{':
        return this.#object()
      case '[':
        cursor.expect('[')
        return { node: 'array', elements: this.#list(']') } satisfies ArrayExpression
      case '(': {
        cursor.expect('(')
        const inside = this.parse()
        cursor.expect(')')
        return inside.comments === undefined || inside.comments.length === 0
          ? inside
          : leave('comment')
      }
      default:
        return leave(`expression at ${text}`)
    }
  }

  #named(text: string): Expression {
    const cursor = this.#cursor
    if (text === 'true' || text === 'false' || text === 'null') {
      cursor.next()
      return { node: 'word', text }
    }
    if (text === 'new') return this.#new()
    if (text === 'import') {
      cursor.expect('import')
      const given = this.#arguments()
      if (given.length !== 1 || given[0]?.node !== 'string') leave('import')
      const callee: Expression = { node: 'name', text: 'import' }
      return { node: 'import', callee, arguments: given }
    }
    return { node: 'name', text: cursor.identifier() }
  }

  #new(): Expression {
    const cursor = this.#cursor
    cursor.expect('new')
    let callee: Expression = { node: 'name', text: cursor.name() }
    while (cursor.skip('.')) callee = { node: 'member', object: callee, property: cursor.name() }
    const typeArguments = cursor.is('<') ? parseTypeArguments(cursor) : undefined
    return {
      node: 'new',
      callee,
      ...(typeArguments !== undefined && { typeArguments }),
      arguments: this.#arguments(),
    }
  }

  #object(): ObjectExpression {
    const cursor = this.#cursor
    cursor.expect('{')
    const isBroken = cursor.peek().isOnNewLine
    const properties: Property[] = []
    while (!cursor.is('}')) {
      const lead = cursor.lead()
      properties.push({ ...lead, ...this.#property() })
      if (!cursor.skip(',')) break
    }
    cursor.expect('}')
    return { node: 'object', properties, isBroken }
  }

  #property():
    | { readonly node: 'value'; readonly key: string; readonly value: Expression }
    | { readonly node: 'shorthand'; readonly key: string }
    | { readonly node: 'spread'; readonly value: Expression } {
    const cursor = this.#cursor
    if (cursor.skip('...')) return { node: 'spread', value: this.parse() }
    const { kind } = cursor.peek()
    const key = parseKey(cursor)
    if (cursor.skip(':')) return { node: 'value', key, value: this.parse() }
    if (kind !== 'name' || !(cursor.is(',') || cursor.is('}'))) leave('property')
    return { node: 'shorthand', key }
  }

  #isArrow(): boolean {
    const cursor = this.#cursor
    if (cursor.is('async')) return cursor.peek(1).text === '(' || cursor.peek(2).text === '=>'
    if (cursor.peek().kind === 'name') return cursor.peek(1).text === '=>'
    if (!cursor.is('(')) return false
    return /^(?:=>|:)$/.test(cursor.behind().text)
  }

  #arrow(): Expression {
    const cursor = this.#cursor
    const isAsync = cursor.is('async') && cursor.peek(1).text !== '=>'
    if (isAsync) cursor.expect('async')
    const parameters = cursor.is('(')
      ? parseParameters(cursor)
      : [{ name: cursor.name(), isRest: false, isOptional: false }]
    const returns = cursor.skip(':') ? parseReturnType(cursor) : undefined
    cursor.expect('=>')
    const body = cursor.is('{') ? this.#parseBlock(cursor) : this.parse()
    return {
      node: 'arrow',
      isAsync,
      typeParameters: [],
      parameters,
      ...(returns !== undefined && { returns }),
      body,
    }
  }
}

/** Whether the next token starts the type arguments of a call: `(` follows the closing bracket. */
function isGenericCall(cursor: Cursor): boolean {
  let depth = 0
  for (let ahead = 0; ; ahead++) {
    const { kind, text } = cursor.peek(ahead)
    if (kind === 'end' || /^(?:&&|\|\||;|\)|\})$/.test(text)) {
      if (depth <= 1 || kind === 'end') return false
    }
    if (text === '<' || text === '(' || text === '{' || text === '[') depth++
    if (text === '>' || text === ')' || text === '}' || text === ']') depth--
    if (depth === 0) return text === '>' && cursor.peek(ahead + 1).text === '('
  }
}
