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

/** A label, and whether it needs parentheses next to other parts of a label. */
interface Label {
  readonly parts: readonly TypePart[]
  readonly form: 'word' | 'phrase' | 'union' | 'intersection'
}

function word(...parts: readonly TypePart[]): Label {
  return { parts, form: 'word' }
}

function phrase(...parts: readonly TypePart[]): Label {
  return { parts, form: 'phrase' }
}

export function openLabels(api: Api, addresses: Addresses): Labels {
  const label = (type: Type, json: Json | undefined, open: readonly TypeId[]): Label => {
    switch (type.kind) {
      case 'unknown':
        return word('any')
      case 'never':
        return word('nothing')
      case 'null':
      case 'boolean':
        return word(type.kind)
      case 'number':
        return word(formatOf(json) ?? 'number')
      case 'string':
        return word(formatOf(json) ?? 'string')
      case 'numeric':
        return word(formatOf(json) ?? numberWord(type))
      case 'literal':
        return word(jsonText(type.value))
      case 'enum':
        return enumLabel(type.members.map(({ value }) => jsonText(value)))
      case 'array':
        return word(...grouped(label(type.items, memberOf(json, 'items'), open)), '[]')
      case 'tuple':
        return word(
          '[',
          ...joined(
            type.items.map((item) => label(item, undefined, open).parts),
            ', ',
          ),
          ']',
        )
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
  const refLabel = (id: TypeId, open: readonly TypeId[]): Label => {
    const named = lookup(api, id)
    const to = addresses.type(id)
    if (to !== undefined) return word({ name: named.name, to, id })
    if (open.includes(id)) return word('any')
    const { type, schema } = named
    return label(type.kind === 'ref' ? type : resolveType(api, type), schema.json, [...open, id])
  }
  return { of: ({ type, schema }) => label(type, schema?.json, []).parts }
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

function enumLabel(values: readonly string[]): Label {
  if (values.length > longestList || values.join().length > 80) {
    return phrase(`one of ${values.length} values`)
  }
  return { parts: [values.join(' | ')], form: values.length > 1 ? 'union' : 'word' }
}

function objectLabel(
  declared: number,
  additional: Type | false | undefined,
  label: (type: Type) => Label,
): Label {
  if (declared > 0 || !additional) return word('object')
  return phrase('map of ', ...grouped(label(additional)))
}

function unionLabel(members: readonly Label[]): Label {
  const texts = members.map(({ parts }) => labelText(parts))
  const distinct = members.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
  if (distinct.length > longestList) return phrase(`one of ${distinct.length} forms`)
  const [first] = distinct
  if (first !== undefined && distinct.length === 1) return first
  const parts = joined(
    distinct.map((one) => one.parts),
    ' | ',
  )
  return { parts, form: 'union' }
}

/** Returns the label of an intersection. Several object types are described as a single object. */
function allLabel(members: readonly Label[]): Label {
  const named = members.filter(({ parts }) => labelText(parts) !== 'object')
  const [first = word('object')] = named
  if (named.length < 2) return first
  const parts = joined(
    named.map((one) => (one.form === 'union' ? grouped(one) : one.parts)),
    ' & ',
  )
  return { parts, form: 'intersection' }
}

function joined(lists: readonly (readonly TypePart[])[], separator: string): readonly TypePart[] {
  return lists.flatMap((parts, index) => (index === 0 ? parts : [separator, ...parts]))
}

function grouped({ parts, form }: Label): readonly TypePart[] {
  return form === 'word' ? parts : ['(', ...parts, ')']
}
