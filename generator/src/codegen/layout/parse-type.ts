import type { Cursor } from './cursor.ts'
import { leave } from './tokens.ts'
import type {
  Member,
  ObjectType,
  Parameter,
  Signature,
  TupleElement,
  TypeNode,
  TypeParameter,
  Lead,
} from './syntax.ts'

const keywords: ReadonlySet<string> = new Set([
  'any',
  'bigint',
  'boolean',
  'never',
  'null',
  'number',
  'object',
  'string',
  'symbol',
  'undefined',
  'unknown',
  'void',
])

export function parseType(cursor: Cursor): TypeNode {
  cursor.skip('|')
  const types = listOf(cursor, '|', () => parseIntersection(cursor))
  const { text, isOnNewLine } = cursor.peek()
  if (text === 'extends' && !isOnNewLine) leave('conditional type')
  const [first] = types
  return types.length === 1 && first !== undefined ? first : { node: 'union', types }
}

function parseIntersection(cursor: Cursor): TypeNode {
  if (cursor.is('&')) leave('leading &')
  const types = listOf(cursor, '&', () => parseOperator(cursor))
  const [first] = types
  return types.length === 1 && first !== undefined ? first : { node: 'intersection', types }
}

function listOf(cursor: Cursor, mark: string, parse: () => TypeNode): readonly TypeNode[] {
  const types = [parse()]
  while (cursor.skip(mark)) types.push(parse())
  return types
}

function parseOperator(cursor: Cursor): TypeNode {
  if (cursor.is('keyof') || cursor.is('readonly') || cursor.is('unique')) {
    const { kind, text, isOnNewLine } = cursor.peek(1)
    const isOperand = kind !== 'end' && !isOnNewLine && (kind !== 'mark' || /^[({[]$/.test(text))
    if (isOperand) {
      const operator = cursor.name()
      return { node: 'operator', operator, type: parseOperator(cursor) }
    }
  }
  return parsePostfix(cursor)
}

function parsePostfix(cursor: Cursor): TypeNode {
  let type = parsePrimary(cursor)
  while (cursor.is('[') && !cursor.peek().isOnNewLine) {
    cursor.expect('[')
    if (cursor.skip(']')) type = { node: 'array', element: type }
    else {
      type = { node: 'indexed', object: type, index: parseType(cursor) }
      cursor.expect(']')
    }
  }
  return type
}

function parsePrimary(cursor: Cursor): TypeNode {
  const { kind, text } = cursor.peek()
  if (kind === 'string' || kind === 'number' || kind === 'template')
    return { node: 'literal', text: cursor.next().text }
  if (kind === 'name') return parseNamed(cursor)
  switch (text) {
    case '{':
      return parseObjectType(cursor)
    case '[':
      return { node: 'tuple', elements: parseTuple(cursor) }
    case '<':
      return parseFunctionType(cursor)
    case '(':
      return cursor.behind().text === '=>' ? parseFunctionType(cursor) : parseInParentheses(cursor)
    case '-': {
      cursor.expect('-')
      return cursor.peek().kind === 'number'
        ? { node: 'literal', text: `-${cursor.next().text}` }
        : leave('type')
    }
    default:
      return leave(`type at ${text}`)
  }
}

function parseInParentheses(cursor: Cursor): TypeNode {
  cursor.expect('(')
  const type = parseType(cursor)
  cursor.expect(')')
  return type
}

function parseNamed(cursor: Cursor): TypeNode {
  const name = cursor.name()
  if (keywords.has(name)) return { node: 'keyword', text: name }
  if (name === 'true' || name === 'false' || name === 'this') return { node: 'literal', text: name }
  if (/^(?:infer|import|new|abstract|asserts|function)$/.test(name)) leave(name)
  const named = name === 'typeof' ? cursor.name() : name
  let whole = named
  while (cursor.skip('.')) whole += `.${cursor.name()}`
  const args = parseTypeArguments(cursor)
  const node = name === 'typeof' ? 'typeof' : 'reference'
  return { node, name: whole, ...(args !== undefined && { args }) }
}

export function parseTypeArguments(cursor: Cursor): readonly TypeNode[] | undefined {
  if (!cursor.is('<') || cursor.peek().isOnNewLine) return undefined
  cursor.expect('<')
  const types = [parseType(cursor)]
  while (cursor.skip(',')) {
    if (cursor.is('>')) leave('trailing comma')
    types.push(parseType(cursor))
  }
  cursor.expect('>')
  return types
}

function parseTuple(cursor: Cursor): readonly TupleElement[] {
  cursor.expect('[')
  const elements: TupleElement[] = []
  while (!cursor.is(']')) {
    if (cursor.peek().isApart) leave('empty line')
    const isRest = cursor.skip('...')
    const isLabelled =
      cursor.peek().kind === 'name' && /^\??:$/.test(cursor.peek(1).text + labelMark(cursor))
    const label = isLabelled ? cursor.name() : undefined
    const isOptionalLabel = isLabelled && cursor.skip('?')
    if (isLabelled) cursor.expect(':')
    const type = parseType(cursor)
    const isOptional = isLabelled ? isOptionalLabel : cursor.skip('?')
    elements.push({ ...(label !== undefined && { label }), isRest, isOptional, type })
    if (!cursor.skip(',')) break
  }
  cursor.expect(']')
  return elements
}

/**
 * Returns the token after a label's question mark, or an empty string if the next token is not followed by
 * `?`.
 */
function labelMark(cursor: Cursor): string {
  return cursor.peek(1).text === '?' ? cursor.peek(2).text : ''
}

function parseFunctionType(cursor: Cursor): TypeNode {
  const typeParameters = parseTypeParameters(cursor)
  const parameters = parseParameters(cursor)
  cursor.expect('=>')
  return { node: 'function-type', typeParameters, parameters, returns: parseReturnType(cursor) }
}

/** Parses the return type of a function: a type, or `name is Type`. */
export function parseReturnType(cursor: Cursor): TypeNode {
  if (cursor.is('asserts')) leave('asserts')
  if (cursor.peek().kind === 'name' && cursor.peek(1).text === 'is') {
    const name = cursor.name()
    cursor.expect('is')
    return { node: 'predicate', name, type: parseType(cursor) }
  }
  return parseType(cursor)
}

export function parseTypeParameters(cursor: Cursor): readonly TypeParameter[] {
  if (!cursor.skip('<')) return []
  const found: TypeParameter[] = []
  do {
    const isConst = cursor.skip('const')
    const name = cursor.name()
    const constraint = cursor.skip('extends') ? parseType(cursor) : undefined
    const fallback = cursor.skip('=') ? parseType(cursor) : undefined
    found.push({
      name,
      isConst,
      ...(constraint !== undefined && { constraint }),
      ...(fallback !== undefined && { fallback }),
    })
  } while (cursor.skip(','))
  cursor.expect('>')
  return found
}

/** Parses parameters in parentheses. Parameters with default values are not supported. */
export function parseParameters(cursor: Cursor): readonly Parameter[] {
  cursor.expect('(')
  const parameters: Parameter[] = []
  while (!cursor.is(')')) {
    if (cursor.peek().isApart) leave('empty line')
    const isRest = cursor.skip('...')
    const name = cursor.identifier()
    const isOptional = cursor.skip('?')
    const type = cursor.skip(':') ? parseType(cursor) : undefined
    parameters.push({ name, isRest, isOptional, ...(type !== undefined && { type }) })
    if (!cursor.skip(',')) break
  }
  cursor.expect(')')
  return parameters
}

export function parseSignature(cursor: Cursor): Signature {
  const typeParameters = parseTypeParameters(cursor)
  const parameters = parseParameters(cursor)
  const returns = cursor.skip(':') ? parseReturnType(cursor) : undefined
  return { typeParameters, parameters, ...(returns !== undefined && { returns }) }
}

function parseObjectType(cursor: Cursor): ObjectType {
  cursor.expect('{')
  const isBroken = cursor.peek().isOnNewLine
  return { node: 'object-type', members: parseMembers(cursor), isBroken }
}

export function parseMembers(cursor: Cursor): readonly Member[] {
  const members: Member[] = []
  while (!cursor.is('}')) {
    members.push({ ...cursor.lead(), ...parseMember(cursor) })
    if (!cursor.skip(';') && !cursor.skip(',') && !cursor.is('}') && !cursor.peek().isOnNewLine)
      leave('member')
  }
  cursor.expect('}')
  return members
}

type BareMember = Member extends infer Each
  ? Each extends Member
    ? Omit<Each, keyof Lead>
    : never
  : never

function parseMember(cursor: Cursor): BareMember {
  if (cursor.is('(') || cursor.is('<')) return { node: 'call-signature', ...parseSignature(cursor) }
  const isReadonly = cursor.is('readonly') && !/^[?:(<;,]$/.test(cursor.peek(1).text)
  if (isReadonly) cursor.expect('readonly')
  if (cursor.is('[')) return parseIndex(cursor, isReadonly)
  const name = parseKey(cursor)
  const isOptional = cursor.skip('?')
  if (cursor.is('(') || cursor.is('<')) {
    if (name === 'new' || isReadonly) leave('constructor')
    return { node: 'method', name, isOptional, ...parseSignature(cursor) }
  }
  const type = cursor.skip(':') ? parseType(cursor) : undefined
  return { node: 'property', name, isReadonly, isOptional, ...(type !== undefined && { type }) }
}

function parseIndex(cursor: Cursor, isReadonly: boolean): BareMember {
  cursor.expect('[')
  const name = cursor.name()
  if (!cursor.is(':')) leave('mapped type')
  cursor.expect(':')
  const key = parseType(cursor)
  cursor.expect(']')
  cursor.expect(':')
  return { node: 'index', isReadonly, name, key, type: parseType(cursor) }
}

/**
 * Parses the key of a member or property. Rejects a quoted key that does not need quotes, because prettier
 * would remove the quotes.
 */
export function parseKey(cursor: Cursor): string {
  const { kind, text } = cursor.next()
  if (kind === 'name') return text
  if (kind === 'number' && /^\d+$/.test(text)) return text
  if (kind !== 'string' || /^.[\p{L}_$][\p{L}\p{N}\p{M}_$]*.$/u.test(text)) leave(`key ${text}`)
  return text
}
