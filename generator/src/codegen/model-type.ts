import { stringTemplates } from '../model/schema/scalar.ts'
import type { CustomFormat } from '../openrpc/custom-formats.ts'
import type { ObjectType, StringFormat, TupleType, Type } from '../model/types.ts'
import type { Scalar } from '../json/types.ts'
import { printType } from './print-type.ts'
import { memberName, scalarLiteral } from './quote.ts'
import type { Form, Scope } from './scope.ts'
import {
  intersectionOf,
  literalType,
  namedType,
  objectType,
  type TupleItem,
  type TypeCode,
  type TypeNode,
} from './type-node.ts'

/** Context in which a type is printed: the form of values and the names in the file. */
export interface TypeContext {
  readonly form: Form
  readonly scope: Pick<Scope, 'type' | 'format' | 'memberDoc'>
}

/** Returns the TypeScript text of a type. */
export function typeText(type: Type, context: TypeContext): string {
  return printType(typeNode(type, context))
}

/** Returns the TypeScript type of values of a type. */
export function typeNode(type: Type, context: TypeContext): TypeCode {
  switch (type.kind) {
    case 'unknown':
    case 'never':
    case 'null':
    case 'boolean':
      return literalType(type.kind)
    case 'number':
      return type.custom ? customNumberType(type.custom, context) : literalType('number')
    case 'string':
      return type.custom ? customType(type.custom, context) : stringNode(type.format, context)
    case 'numeric':
      return context.form === 'input'
        ? unionOf(['bigint', 'number', 'string'].map(literalType))
        : literalType(type.as)
    case 'literal':
      return scalarType(type.value)
    case 'enum':
      return unionOf(type.members.map(({ value }) => scalarType(value)))
    case 'array':
      return { kind: 'array', items: typeNode(type.items, context), readonly: isInput(context) }
    case 'tuple':
      return tupleType(type, context)
    case 'object':
      return objectNode(type, context)
    case 'union':
      return unionOf(type.members.map((member) => typeNode(member, context)))
    case 'intersection':
      return intersectionOf(
        type.members.map((member) =>
          member.kind === 'object'
            ? objectNode(member, context, present)
            : typeNode(member, context),
        ),
      )
    case 'ref':
      return namedType(context.scope.type(type.to, context.form))
  }
}

/**
 * Returns the type of a string. The decoded form is the template literal type of the format; the input form
 * accepts any string.
 */
function stringNode(format: StringFormat | undefined, { form }: TypeContext): TypeNode {
  const template = format === undefined ? undefined : stringTemplates[format]
  return literalType(form === 'decoded' && template !== undefined ? `\`${template}\`` : 'string')
}

/** Returns the type of a custom format. The input form accepts the decoded value, or the string as sent. */
function customType({ type, hasCodec }: CustomFormat, { form, scope }: TypeContext): TypeCode {
  if (type.kind === 'string' || (form === 'input' && !hasCodec)) return literalType('string')
  const own = namedType(scope.format(type))
  return form === 'input' ? unionOf([own, literalType('string')]) : own
}

/**
 * Returns the type of a custom format of numbers. With a codec, callers pass the decoded value only: a number could be
 * either the value or its JSON form.
 */
function customNumberType(
  { type, hasCodec }: CustomFormat,
  { form, scope }: TypeContext,
): TypeCode {
  return form === 'input' && !hasCodec ? literalType('number') : namedType(scope.format(type))
}

/** Returns the type of the index signature for undeclared members; undefined if there is no index signature. */
export function indexType(type: ObjectType, context: TypeContext): TypeCode | undefined {
  const { additional, patterns = [], properties } = type
  if (additional === undefined && patterns.length === 0) {
    return properties.length === 0 ? literalType('unknown') : undefined
  }
  if (additional === false && patterns.length === 0) {
    return properties.length === 0 ? literalType('never') : undefined
  }
  // Members that match no pattern have any type, unless the schema says otherwise.
  if (additional === undefined && !patterns.some(({ pattern }) => patternsOfAll.has(pattern))) {
    return literalType('unknown')
  }
  const types = [...patterns.map((pattern) => pattern.type), ...(additional ? [additional] : [])]
  // In TypeScript, the index signature must include the types of declared members.
  const nodes = [...types, ...properties.map((property) => property.type)].map((member) =>
    typeNode(member, context),
  )
  const isPartial = properties.some(({ required }) => !required)
  return unionOf(isPartial ? [...nodes, literalType('undefined')] : nodes)
}

/** Common patterns that match every name. */
const patternsOfAll: ReadonlySet<string> = new Set([
  '',
  '^',
  '$',
  '.',
  '.*',
  '.+',
  '^.',
  '^.*',
  '^.+',
  '^.*$',
  '^.+$',
])

/** Returns a union type without duplicates. A union that contains `unknown` is `unknown`. */
export function unionOf(members: readonly TypeCode[]): TypeCode {
  // A member may itself be a union, such as the input form of a number, and then lists its members.
  const wide = new Set(members.filter(isUnion).flatMap(alternatives).map(printed))
  const listed = members.filter((member) => isUnion(member) || !wide.has(printed(member)))
  const distinct = new Map(
    listed.flatMap(alternatives).map((member) => [printed(member), member] as const),
  )
  distinct.delete('never')
  const unknown = distinct.get('unknown')
  if (unknown !== undefined) return unknown
  const [only = literalType('never'), ...others] = distinct.values()
  return others.length === 0 ? only : { kind: 'union', members: [only, ...others] }
}

function isUnion(type: TypeCode): boolean {
  return typeof type !== 'string' && type.kind === 'union'
}

function alternatives(type: TypeCode): readonly TypeCode[] {
  return typeof type !== 'string' && type.kind === 'union' ? type.members : [type]
}

function printed(type: TypeCode): string {
  return printType(type)
}

function scalarType(value: Scalar): TypeNode {
  return literalType(scalarLiteral(value) ?? 'number')
}

function isInput({ form }: TypeContext): boolean {
  return form === 'input'
}

function tupleType(type: TupleType, context: TypeContext): TypeNode {
  const items = type.items.map((item, index): TupleItem => ({
    type: typeNode(item, context),
    form: index >= type.required ? 'optional' : 'required',
  }))
  const rest: readonly TupleItem[] =
    type.rest === undefined ? [] : [{ type: typeNode(type.rest, context), form: 'rest' }]
  return { kind: 'tuple', items: [...items, ...rest], readonly: isInput(context) }
}

/**
 * Type of a required member that another part of an intersection declares, perhaps as optional. `unknown` would
 * keep its `undefined`.
 */
const present = unionOf([objectType({}), literalType('null')])

function objectNode(
  type: ObjectType,
  context: TypeContext,
  unknown: TypeCode = literalType('unknown'),
): TypeNode {
  const properties = type.properties.map((property) => {
    const { name, required, type: member } = property
    return {
      name: memberName(name),
      type: required && member.kind === 'unknown' ? unknown : typeNode(member, context),
      optional: !required,
      doc: context.scope.memberDoc?.(property),
    }
  })
  return objectType({ properties, index: indexType(type, context) })
}
