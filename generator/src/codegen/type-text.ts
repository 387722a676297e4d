import { stringTemplates } from '../model/schema/scalar.ts'
import type { CustomFormat } from '../openrpc/custom-formats.ts'
import type { ObjectType, StringFormat, TupleType, Type } from '../model/types.ts'
import type { Scalar } from '../json/types.ts'
import { commentOf } from './print-declaration.ts'
import { memberName, scalarLiteral } from './quote.ts'
import type { Form, Scope } from './scope.ts'

/** Context in which a type is printed: the form of values and the names in the file. */
export interface TypeContext {
  readonly form: Form
  readonly scope: Pick<Scope, 'type' | 'format' | 'memberDoc'>
}

/** Returns the TypeScript text of a type. */
export function typeText(type: Type, context: TypeContext): string {
  switch (type.kind) {
    case 'unknown':
    case 'never':
    case 'null':
    case 'boolean':
    case 'number':
      return type.kind
    case 'string':
      return type.custom ? customText(type.custom, context) : stringText(type.format, context)
    case 'numeric':
      return context.form === 'input' ? 'bigint | number | string' : type.as
    case 'literal':
      return literalText(type.value)
    case 'enum':
      return unionText(type.members.map(({ value }) => literalText(value)))
    case 'array':
      return `${modifier(context)}${operand(type.items, context)}[]`
    case 'tuple':
      return tupleText(type, context)
    case 'object':
      return objectText(type, context)
    case 'union':
      return unionText(type.members.map((member) => typeText(member, context)))
    case 'intersection':
      return (
        type.members
          .map((member) =>
            member.kind === 'object'
              ? objectText(member, context, present)
              : operand(member, context),
          )
          .join(' & ') || 'unknown'
      )
    case 'ref':
      return context.scope.type(type.to, context.form)
  }
}

/**
 * Returns the type of a string. The decoded form is the template literal type of the format; the input form
 * accepts any string.
 */
function stringText(format: StringFormat | undefined, { form }: TypeContext): string {
  const template = format === undefined ? undefined : stringTemplates[format]
  return form === 'decoded' && template !== undefined ? `\`${template}\`` : 'string'
}

/** Returns the type of a custom format. The input form accepts the decoded value, or the string as sent. */
function customText({ type, hasCodec }: CustomFormat, { form, scope }: TypeContext): string {
  if (type.kind === 'string' || (form === 'input' && !hasCodec)) return 'string'
  const text = scope.format(type)
  return form === 'input' ? `${text} | string` : text
}

/** Returns the type of the index signature for undeclared members; undefined if there is no index signature. */
export function indexText(type: ObjectType, context: TypeContext): string | undefined {
  const { additional, patterns = [], properties } = type
  if (additional === undefined && patterns.length === 0) {
    return properties.length === 0 ? 'unknown' : undefined
  }
  if (additional === false && patterns.length === 0) {
    return properties.length === 0 ? 'never' : undefined
  }
  const types = [...patterns.map((pattern) => pattern.type), ...(additional ? [additional] : [])]
  // In TypeScript, the index signature must include the types of declared members.
  const texts = [...types, ...properties.map((property) => property.type)].map((member) =>
    typeText(member, context),
  )
  if (properties.some(({ required }) => !required)) texts.push('undefined')
  return unionText(texts)
}

/** Returns a union type without duplicates. A union that contains `unknown` is `unknown`. */
export function unionText(members: readonly string[]): string {
  const distinct = new Set(members.flatMap((member) => (member === 'never' ? [] : [member])))
  // A member may itself be a union of primitive types, such as the input form of a number.
  for (const wide of distinct) {
    if (/^[a-z]+( \| [a-z]+)+$/.test(wide))
      wide.split(' | ').forEach((word) => distinct.delete(word))
  }
  if (distinct.has('unknown')) return 'unknown'
  return [...distinct].join(' | ') || 'never'
}

function literalText(value: Scalar): string {
  return scalarLiteral(value) ?? 'number'
}

function modifier({ form }: TypeContext): string {
  return form === 'input' ? 'readonly ' : ''
}

/** Returns the text of a type, in parentheses if it needs them before `[]` or next to `&`. */
function operand(type: Type, context: TypeContext): string {
  const text = typeText(type, context)
  // A list of lists needs no parentheses, unless the inner list starts with `readonly`.
  const isList = (type.kind === 'array' || type.kind === 'tuple') && context.form !== 'input'
  const simple =
    isList ||
    type.kind === 'object' ||
    /^(?:[\p{ID_Continue}$]+|`[^`]*`|'(?:[^'\\]|\\.)*')$/u.test(text)
  return simple ? text : `(${text})`
}

function tupleText(type: TupleType, context: TypeContext): string {
  const items = type.items.map((item, index) => {
    const optional = index >= type.required
    return optional ? `${operand(item, context)}?` : typeText(item, context)
  })
  const rest = type.rest === undefined ? [] : [`...${operand(type.rest, context)}[]`]
  return `${modifier(context)}[${[...items, ...rest].join(', ')}]`
}

/**
 * Type of a required member that another part of an intersection declares, perhaps as optional. `unknown` would
 * keep its `undefined`.
 */
const present = '{} | null'

function objectText(type: ObjectType, context: TypeContext, unknown: string = 'unknown'): string {
  const members = type.properties.map((property) => {
    const { name, required, type: member } = property
    const doc = commentOf(context.scope.memberDoc?.(property))
    const lead = doc === '' ? '' : `\n${doc}`
    const text = required && member.kind === 'unknown' ? unknown : typeText(member, context)
    return `${lead}${memberName(name)}${required ? '' : '?'}: ${text}`
  })
  const index = indexText(type, context)
  if (index !== undefined) members.push(`[name: string]: ${index}`)
  return `{ ${members.join('; ')} }`
}
