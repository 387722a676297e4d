import type {
  Argument,
  InterfaceMembers,
  MethodMember,
  TupleItem,
  TypeCode,
  TypeNode,
} from './type-node.ts'

/** Where a type is printed: the maximum width of a line, and the indent and current column of the line. */
export interface Lines {
  readonly width: number
  readonly indent: number
  readonly column: number
}

/** How tightly a type binds: an operand in parentheses binds tighter than every operator. */
const strength = { text: 0, union: 1, intersection: 2, modifier: 3, operand: 4 } as const

/**
 * Returns the source text of a type, in one line except for doc comments, or in lines of limited width for
 * display.
 */
export function printType(type: TypeCode, lines?: Lines): string {
  if (typeof type === 'string') return type
  const flat = flatType(type)
  if (lines === undefined || lines.column + flat.length <= lines.width) return flat
  return brokenType(type, lines)
}

function flatType(type: TypeNode): string {
  switch (type.kind) {
    case 'name': {
      const args = type.arguments.map((argument) => printType(argument))
      return args.length === 0 ? type.name : `${type.name}<${args.join(', ')}>`
    }
    case 'literal':
      return type.text
    case 'array':
      return `${modifier(type)}${operand(type.items, strength.operand)}[]`
    case 'tuple':
      return `${modifier(type)}[${type.items.map((item) => itemText(item)).join(', ')}]`
    case 'object':
      return objectText(type.members)
    case 'function': {
      const args = type.arguments.map((argument) => argumentText(argument)).join(', ')
      return `(${args}) => ${printType(type.returns)}`
    }
    case 'indexed':
      return `${operand(type.object, strength.operand)}[${printType(type.index)}]`
    case 'typeof':
      return `typeof ${type.name}`
    case 'union':
      return type.members.map((member) => operand(member, strength.intersection)).join(' | ')
    case 'intersection':
      return type.members.map((member) => operand(member, strength.intersection)).join(' & ')
    default:
      return type satisfies never
  }
}

function objectText(members: InterfaceMembers): string {
  const { calls = [], properties = [], methods = [] } = members
  const texts = memberTexts(members)
  const hasDocs = [...calls, ...properties, ...methods].some(({ doc }) => doc)
  return hasDocs ? `{\n${texts.join(';\n')}\n}` : `{ ${texts.join('; ')} }`
}

/** Prints a type that is too long for its line. */
function brokenType(type: TypeNode, lines: Lines): string {
  const inner = { ...lines, indent: lines.indent + 2, column: lines.indent + 2 }
  // A broken union starts on a line of its own.
  const rowOf = (text: string): string =>
    text.startsWith('\n') ? text.slice(1) : start(inner) + text
  const rows = (open: string, parts: readonly string[], close: string): string =>
    [open, ...parts.map(rowOf), start(lines) + close].join('\n')
  switch (type.kind) {
    case 'name': {
      const [only, ...others] = type.arguments
      if (only === undefined) return type.name
      if (others.length === 0 && typeof only !== 'string' && isBlock(only)) {
        const column = lines.column + type.name.length + 1
        return `${type.name}<${printType(only, { ...lines, column })}>`
      }
      const args = type.arguments.map((argument) => `${printType(argument, inner)},`)
      return rows(`${type.name}<`, args, '>')
    }
    case 'literal':
    case 'function':
    case 'indexed':
    case 'typeof':
      return flatType(type)
    case 'array': {
      const prefix = modifier(type)
      const column = lines.column + prefix.length
      return `${prefix}${operand(type.items, strength.operand, { ...lines, column })}[]`
    }
    case 'tuple': {
      const items = type.items.map((item) => `${itemText(item, inner)},`)
      return rows(`${modifier(type)}[`, items, ']')
    }
    case 'object':
      return rows('{', memberTexts(type.members, inner), '}')
    case 'union': {
      const [first, second, ...others] = type.members
      if (first !== undefined && second !== undefined && others.length === 0) {
        const isNullable = typeof first === 'object' && isBlock(first) && isNull(second)
        if (isNullable) return `${printType(first, lines)} | null`
      }
      const flat = flatType(type)
      if (inner.column + flat.length <= lines.width) return `\n${start(inner)}${flat}`
      const column = inner.column + 2
      const members = type.members.map((member) => {
        const text = operand(member, strength.intersection, { ...inner, indent: column, column })
        return `\n${start(inner)}| ${text}`
      })
      return members.join('')
    }
    case 'intersection':
      return type.members.map((member) => operand(member, strength.intersection, lines)).join(' & ')
    default:
      return type satisfies never
  }
}

function isNull(type: TypeCode): boolean {
  return typeof type === 'object' && type.kind === 'literal' && type.text === 'null'
}

function isBlock({ kind }: TypeNode): boolean {
  return kind === 'object' || kind === 'tuple' || kind === 'array'
}

export function start({ indent }: Pick<Lines, 'indent'>): string {
  return ' '.repeat(indent)
}

function modifier({ readonly: isReadonly }: { readonly readonly: boolean }): string {
  return isReadonly ? 'readonly ' : ''
}

/** Prints an operand, in parentheses if it binds less tightly than the operator needs. */
function operand(type: TypeCode, least: number, lines?: Lines): string {
  if (strengthOf(type) >= least) return printType(type, lines)
  if (lines === undefined) return `(${printType(type)})`
  const text = printType(type, { ...lines, column: lines.column + 1 })
  return text.startsWith('\n') ? `(${text}\n${start(lines)})` : `(${text})`
}

function strengthOf(type: TypeCode): number {
  if (typeof type === 'string') return strength.text
  if (type.kind === 'union' || type.kind === 'intersection') return strength[type.kind]
  if (type.kind === 'function') return strength.text
  if (type.kind === 'typeof') return strength.modifier
  const isModified = (type.kind === 'array' || type.kind === 'tuple') && type.readonly
  return isModified ? strength.modifier : strength.operand
}

function itemText({ type, form }: TupleItem, lines?: Lines): string {
  switch (form) {
    case 'required':
      return printType(type, lines)
    case 'optional':
      return `${operand(type, strength.operand, lines)}?`
    case 'rest':
      return `...${operand(type, strength.operand, lines)}[]`
    default:
      return form satisfies never
  }
}

/** Prints the members of an interface or object type, in the order in which ts-morph prints an interface. */
export function memberTexts(members: InterfaceMembers, lines?: Lines): readonly string[] {
  const { calls = [], index, properties = [], methods = [] } = members
  const typed = (name: string, type: TypeCode): string => after(`${name}:`, type, lines)
  const indexed = index === undefined ? [] : [typed('[name: string]', index)]
  return [
    ...calls.map((call) => documented(call, signatureText(call, lines))),
    ...(members.indexFirst ? indexed : []),
    ...properties.map((property) => {
      const { readonly, name, optional, type } = property
      return documented(
        property,
        typed(`${readonly ? 'readonly ' : ''}${name}${optional ? '?' : ''}`, type),
      )
    }),
    ...methods.map((method) => {
      const name = `${method.name}${method.optional ? '?' : ''}`
      return documented(method, `${name}${signatureText(method, lines)}`)
    }),
    ...(members.indexFirst ? [] : indexed),
  ]
}

function documented({ doc }: { readonly doc?: string | undefined }, text: string): string {
  return `${commentOf(doc)}${text}`
}

/** Prints type parameters, arguments and result of a function or method. */
export function signatureText(parts: Omit<MethodMember, 'name'>, lines?: Lines): string {
  const head = typeParametersText(parts.typeParameters)
  const flat = `${head}(${parts.arguments.map((argument) => argumentText(argument)).join(', ')}): ${printType(parts.returns)}`
  if (lines === undefined || lines.column + flat.length <= lines.width) return flat
  const inner = { ...lines, indent: lines.indent + 2, column: lines.indent + 2 }
  const rows = parts.arguments.map(
    (argument) => `${start(inner)}${argumentText(argument, inner)},\n`,
  )
  const args = rows.length === 0 ? '' : `\n${rows.join('')}${start(lines)}`
  const column = lines.indent + 3
  return joined(`${head}(${args}):`, printType(parts.returns, { ...lines, column }))
}

function argumentText({ name, type, optional, rest }: Argument, lines?: Lines): string {
  return after(`${rest ? '...' : ''}${name}${optional ? '?' : ''}:`, type, lines)
}

/** Prints a type after the text that introduces it, on the same line or on the next. */
export function after(head: string, type: TypeCode, lines?: Lines): string {
  const column = (lines?.column ?? 0) + head.length + 1
  return joined(head, printType(type, lines && { ...lines, column }))
}

/** Joins a type to the text before it. A broken union starts on a line of its own. */
function joined(head: string, text: string): string {
  return text.startsWith('\n') ? head + text : `${head} ${text}`
}

export function typeParametersText(parameters: readonly string[] = []): string {
  return parameters.length === 0 ? '' : `<${parameters.join(', ')}>`
}

/** Returns the doc comment with a text; empty for none. */
export function commentOf(doc: string | undefined): string {
  if (doc === undefined || doc === '') return ''
  if (!doc.includes('\n')) return `/** ${doc} */\n`
  const lines = doc.split('\n').map((line) => (line === '' ? ' *' : ` * ${line}`))
  return ['/**', ...lines, ' */', ''].join('\n')
}
