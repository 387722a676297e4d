import { jsonText } from 'rpcloom/codegen'
import {
  type Api,
  type Json,
  lookup,
  type NumericType,
  resolveType,
  type Schema,
  type Type,
  type TypeId,
} from 'rpcloom/model'
import type { TypePart } from '../page/leaf.ts'
import type { Addresses } from './addresses.ts'
import { memberOf } from './schema-member.ts'

export interface Labels {
  readonly of: (element: Typed) => readonly TypePart[]
}

export interface Typed {
  readonly type: Type
  readonly schema?: Schema
}

/**
 * Maximum number of members that the label of a union or enum lists. Otherwise the label shows
 * their number.
 */
const longestList = 6

export function openLabels(api: Api, addresses: Addresses): Labels {
  const label = (type: Type, json: Json | undefined, open: readonly TypeId[]): TypePart[] => {
    switch (type.kind) {
      case 'unknown':
        return ['any']
      case 'never':
        return ['nothing']
      case 'null':
      case 'boolean':
        return [type.kind]
      case 'number':
        return [formatOf(json) ?? 'number']
      case 'string':
        return [formatOf(json) ?? 'string']
      case 'numeric':
        return [formatOf(json) ?? numberWord(type)]
      case 'literal':
        return [jsonText(type.value)]
      case 'enum':
        return enumLabel(type.members.map(({ value }) => jsonText(value)))
      case 'array':
        return [...grouped(label(type.items, memberOf(json, 'items'), open)), '[]']
      case 'tuple':
        return [
          '[',
          ...joined(
            type.items.map((item) => label(item, undefined, open)),
            ', ',
          ),
          ']',
        ]
      case 'object':
        return objectLabel(type.properties.length, type.additional, (value) =>
          label(value, undefined, open),
        )
      case 'union':
        return unionLabel(type.members.map((member) => label(member, undefined, open)))
      case 'intersection':
        return allLabel(type.members.map((member) => label(member, undefined, open)))
      case 'ref':
        return refLabel(type.to, open)
      default:
        return type satisfies never
    }
  }
  const refLabel = (id: TypeId, open: readonly TypeId[]): TypePart[] => {
    const named = lookup(api, id)
    const to = addresses.type(id)
    if (to !== undefined) return [{ name: named.name, to, id }]
    if (open.includes(id)) return ['any']
    const { type, schema } = named
    return label(type.kind === 'ref' ? type : resolveType(api, type), schema.json, [...open, id])
  }
  return { of: ({ type, schema }) => label(type, schema?.json, []) }
}

export function labelText(parts: readonly TypePart[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')
}

function numberWord({ encoding: name, integer, as }: NumericType): string {
  if (name === 'hex') return 'string'
  return integer || as === 'bigint' ? 'integer' : 'number'
}

function formatOf(json: Json | undefined): string | undefined {
  const format = memberOf(json, 'format')
  return typeof format === 'string' && /^[\w.-]{1,40}$/.test(format) ? format : undefined
}

function enumLabel(values: readonly string[]): TypePart[] {
  if (values.length > longestList || values.join().length > 80) {
    return [`one of ${values.length} values`]
  }
  return [values.join(' | ')]
}

function objectLabel(
  declared: number,
  additional: Type | false | undefined,
  label: (type: Type) => TypePart[],
): TypePart[] {
  if (declared > 0 || !additional) return ['object']
  return ['map of ', ...grouped(label(additional))]
}

function unionLabel(members: readonly TypePart[][]): TypePart[] {
  const seen = new Set<string>()
  const distinct = members.filter((parts) => {
    const text = labelText(parts)
    return seen.has(text) ? false : seen.add(text)
  })
  if (distinct.length > longestList) return [`one of ${distinct.length} forms`]
  return joined(distinct, ' | ')
}

/** Returns the label of an intersection. Several object types are described as a single object. */
function allLabel(members: readonly TypePart[][]): TypePart[] {
  const named = members.filter((parts) => labelText(parts) !== 'object')
  return named.length === 0
    ? ['object']
    : joined(
        named.map((parts) => (/ \| /.test(labelText(parts)) ? grouped(parts) : parts)),
        ' & ',
      )
}

function joined(lists: readonly TypePart[][], separator: string): TypePart[] {
  return lists.flatMap((parts, index) => (index === 0 ? parts : [separator, ...parts]))
}

function grouped(parts: TypePart[]): TypePart[] {
  return /[|& ]/.test(labelText(parts)) ? ['(', ...parts, ')'] : parts
}
