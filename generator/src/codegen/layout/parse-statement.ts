import { openCursor, type Cursor } from './cursor.ts'
import { ExpressionParser } from './parse-expression.ts'
import {
  parseMembers,
  parseParameters,
  parseReturnType,
  parseType,
  parseTypeArguments,
  parseTypeParameters,
} from './parse-type.ts'
import type { Base, Block, Lead, Specifier, Statement, Variable } from './syntax.ts'
import { leave } from './tokens.ts'

type BareStatement = Statement extends infer Each
  ? Each extends Statement
    ? Omit<Each, keyof Lead>
    : never
  : never

/** Parses statements. Throws `NotLaidOut` for unsupported syntax. */
export function parseStatements(text: string): Iterable<Statement> {
  return new StatementParser(openCursor(text)).all()
}

class StatementParser {
  readonly #cursor: Cursor
  readonly #expressions: ExpressionParser

  constructor(cursor: Cursor) {
    this.#cursor = cursor
    this.#expressions = new ExpressionParser(cursor, () => this.#block())
  }

  *all(): Iterable<Statement> {
    while (this.#cursor.peek().kind !== 'end') yield this.#statement()
    if (this.#cursor.peek().comments.length > 0) yield { ...this.#cursor.lead(), node: 'nothing' }
  }

  #statement(): Statement {
    const lead = this.#cursor.lead()
    const statement = this.#bare()
    const { kind, isOnNewLine } = this.#cursor.peek()
    const isEnded = this.#cursor.skip(';') || kind === 'end' || isOnNewLine || this.#cursor.is('}')
    if (!isEnded) leave('statement')
    return { ...lead, ...statement }
  }

  #bare(): BareStatement {
    const cursor = this.#cursor
    const { kind, text } = cursor.peek()
    if (kind === 'mark') return text === '{' ? this.#block() : leave(`statement at ${text}`)
    if (kind !== 'name') leave('statement')
    switch (text) {
      case 'import':
        return this.#module('import')
      case 'export': {
        const ahead = cursor.peek(1).text
        const isModule =
          /^[*{]$/.test(ahead) || (ahead === 'type' && /^[*{]$/.test(cursor.peek(2).text))
        if (isModule) return this.#module('export')
        cursor.expect('export')
        return this.#declaration(true) ?? leave('export')
      }
      case 'if':
        return this.#if()
      case 'for':
        return this.#for()
      case 'return':
      case 'throw': {
        cursor.expect(text)
        const { kind: next, isOnNewLine } = cursor.peek()
        const isBare = next === 'end' || isOnNewLine || cursor.is('}') || cursor.is(';')
        return { node: text, ...(!isBare && { value: this.#expressions.parse() }) }
      }
      case 'break':
      case 'continue':
        cursor.expect(text)
        return { node: 'jump', keyword: text }
      default:
        return this.#declaration(false) ?? { node: 'expression', value: this.#simple(text) }
    }
  }

  #simple(text: string): ReturnType<ExpressionParser['parse']> {
    if (/^(?:class|switch|try|while|do|var|enum|declare|namespace|abstract)$/.test(text))
      leave(text)
    return this.#expressions.parse()
  }

  #declaration(isExported: boolean): BareStatement | undefined {
    const cursor = this.#cursor
    const { text } = cursor.peek()
    const isNamed = cursor.peek(1).kind === 'name'
    if (text === 'interface' && isNamed) return this.#interface(isExported)
    if (text === 'type' && isNamed) {
      cursor.expect('type')
      const name = cursor.identifier()
      const typeParameters = parseTypeParameters(cursor)
      cursor.expect('=')
      return { node: 'alias', isExported, name, typeParameters, type: parseType(cursor) }
    }
    if ((text === 'const' || text === 'let') && isNamed)
      return { node: 'variable', isExported, ...this.#variable() }
    if (text === 'function' || (text === 'async' && cursor.peek(1).text === 'function'))
      return this.#function(isExported)
    return undefined
  }

  #interface(isExported: boolean): BareStatement {
    const cursor = this.#cursor
    cursor.expect('interface')
    const name = cursor.identifier()
    const typeParameters = parseTypeParameters(cursor)
    const bases: Base[] = []
    if (cursor.skip('extends')) {
      do {
        const base = cursor.name()
        const args = parseTypeArguments(cursor)
        bases.push({ name: base, ...(args !== undefined && { args }) })
      } while (cursor.skip(','))
    }
    cursor.expect('{')
    const members = parseMembers(cursor)
    return { node: 'interface', isExported, name, typeParameters, bases, members }
  }

  #variable(): Variable {
    const cursor = this.#cursor
    const keyword = cursor.name()
    const name = cursor.identifier()
    const type = cursor.skip(':') ? parseType(cursor) : undefined
    const value = cursor.skip('=') ? this.#expressions.parse() : undefined
    if (cursor.is(',')) leave('several variables')
    return {
      keyword,
      name,
      ...(type !== undefined && { type }),
      ...(value !== undefined && { value }),
    }
  }

  #function(isExported: boolean): BareStatement {
    const cursor = this.#cursor
    const isAsync = cursor.skip('async')
    cursor.expect('function')
    const name = cursor.identifier()
    const typeParameters = parseTypeParameters(cursor)
    const parameters = parseParameters(cursor)
    const returns = cursor.skip(':') ? parseReturnType(cursor) : undefined
    const signature = { typeParameters, parameters, ...(returns !== undefined && { returns }) }
    return { node: 'function', isExported, isAsync, name, ...signature, body: this.#block() }
  }

  #block(): Block {
    const cursor = this.#cursor
    cursor.expect('{')
    const statements: Statement[] = []
    while (!cursor.is('}')) statements.push(this.#statement())
    cursor.expect('}')
    return { node: 'block', statements }
  }

  #if(): BareStatement {
    const cursor = this.#cursor
    cursor.expect('if')
    cursor.expect('(')
    const test = this.#expressions.parse()
    cursor.expect(')')
    const then = this.#body()
    if (!cursor.skip('else')) return { node: 'if', test, then }
    return { node: 'if', test, then, otherwise: this.#body() }
  }

  #body(): Statement {
    const lead = this.#cursor.lead()
    return lead.comments.length === 0 ? { ...lead, ...this.#bare() } : leave('comment')
  }

  #for(): BareStatement {
    const cursor = this.#cursor
    cursor.expect('for')
    cursor.expect('(')
    if (cursor.peek(2).text === 'of') {
      const keyword = cursor.name()
      const name = cursor.identifier()
      cursor.expect('of')
      const list = this.#expressions.parse()
      cursor.expect(')')
      return { node: 'for-of', keyword, name, list, body: this.#body() }
    }
    const first = this.#variable()
    cursor.expect(';')
    const test = this.#expressions.parse()
    cursor.expect(';')
    const next = this.#expressions.parse()
    cursor.expect(')')
    return { node: 'for', first, test, next, body: this.#body() }
  }

  #module(keyword: 'import' | 'export'): BareStatement {
    const cursor = this.#cursor
    cursor.expect(keyword)
    if (cursor.peek().kind === 'string')
      return { node: 'module', keyword, isType: false, names: undefined, from: cursor.next().text }
    const isType = cursor.is('type') && cursor.peek(1).kind === 'mark' && cursor.skip('type')
    const names = cursor.skip('*') ? this.#namespace() : this.#names()
    if (!cursor.skip('from')) return { node: 'module', keyword, isType, names }
    const { kind, text } = cursor.next()
    if (kind !== 'string' || cursor.is('with')) leave('module')
    return { node: 'module', keyword, isType, names, from: text }
  }

  #namespace(): string {
    return this.#cursor.skip('as') ? `* as ${this.#cursor.name()}` : '*'
  }

  #names(): readonly Specifier[] {
    const cursor = this.#cursor
    cursor.expect('{')
    const names: Specifier[] = []
    while (!cursor.is('}')) {
      const isType = cursor.is('type') && cursor.peek(1).kind === 'name' && cursor.skip('type')
      const name = cursor.name()
      const as = cursor.skip('as') ? cursor.name() : undefined
      names.push({ name, isType, ...(as !== undefined && { as }) })
      if (!cursor.skip(',')) break
    }
    cursor.expect('}')
    return names
  }
}
