import { isObject } from '../json/pointer.ts'
import { jsonText } from '../json/text.ts'
import type { Json } from '../json/types.ts'
import { lookup, resolveType } from '../model/lookup.ts'
import type { Api, Type, TypeId } from '../model/types.ts'

/** A part of a label: text, or a named type. */
export type LabelPart<Named> = string | Named

/** A type that is described by one word. */
export type ScalarType = Extract<
  Type,
  { readonly kind: 'unknown' | 'never' | 'null' | 'boolean' | 'number' | 'string' | 'numeric' }
>

/** How scalars and named types are called. */
export interface LabelWords<Named> {
  readonly scalar: (type: ScalarType, json: Json | undefined) => string
  /** Returns the part for a named type; undefined to use the label of its type. */
  readonly named: (id: TypeId, name: string) => LabelPart<Named> | undefined
}

/** Returns the parts of the label of a type, whose schema may say more of it. */
export type TypeLabels<Named> = (type: Type, json?: Json) => readonly LabelPart<Named>[]

/**
 * Maximum number of members that the label of a union or enum lists. Otherwise the label shows
 * their number.
 */
const longestList = 6

/** A label, and whether it needs parentheses next to other parts of a label. */
interface Label<Named> {
  readonly parts: readonly LabelPart<Named>[]
  readonly form: 'word' | 'phrase' | 'union' | 'intersection'
}

/** Returns a function that labels types in few words, for readers of documentation. */
export function typeLabels<Named extends { readonly name: string }>(
  api: Api,
  { scalar, named }: LabelWords<Named>,
): TypeLabels<Named> {
  const label = (type: Type, json: Json | undefined, open: readonly TypeId[]): Label<Named> => {
    const inside = (inner: Type): Label<Named> => label(inner, undefined, open)
    switch (type.kind) {
      case 'unknown':
      case 'never':
      case 'null':
      case 'boolean':
      case 'number':
      case 'string':
      case 'numeric':
        return word(scalar(type, json))
      case 'literal':
        return word(jsonText(type.value))
      case 'enum':
        return enumLabel(type.members.map(({ value }) => jsonText(value)))
      case 'array':
        return word<Named>(...grouped(label(type.items, itemsOf(json), open)), '[]')
      case 'tuple':
        return word<Named>(
          '[',
          ...joined(
            type.items.map((item) => inside(item).parts),
            ', ',
          ),
          ']',
        )
      case 'object':
        return type.properties.length > 0 || !type.additional
          ? word('object')
          : phrase('map of ', ...grouped(inside(type.additional)))
      case 'union':
        return unionLabel(type.members.map(inside))
      case 'intersection':
        return allLabel(type.members.map(inside))
      case 'ref':
        return refLabel(type.to, open)
      default:
        return type satisfies never
    }
  }
  const refLabel = (id: TypeId, open: readonly TypeId[]): Label<Named> => {
    const { name, type, schema } = lookup(api, id)
    const part = named(id, name)
    if (part !== undefined) return word(part)
    if (open.includes(id)) return word(scalar({ kind: 'unknown' }, undefined))
    return label(type.kind === 'ref' ? type : resolveType(api, type), schema.json, [...open, id])
  }
  return (type, json) => label(type, json, []).parts
}

/** Returns the text of a label. */
export function labelText(parts: readonly LabelPart<{ readonly name: string }>[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')
}

function word<Named>(...parts: readonly LabelPart<NoInfer<Named>>[]): Label<Named> {
  return { parts, form: 'word' }
}

function phrase<Named>(...parts: readonly LabelPart<NoInfer<Named>>[]): Label<Named> {
  return { parts, form: 'phrase' }
}

function itemsOf(json: Json | undefined): Json | undefined {
  return isObject(json) && Object.hasOwn(json, 'items') ? json['items'] : undefined
}

function enumLabel(values: readonly string[]): Label<never> {
  if (values.length > longestList || values.join().length > 80) {
    return phrase(`one of ${values.length} values`)
  }
  return { parts: [values.join(' | ')], form: values.length > 1 ? 'union' : 'word' }
}

function unionLabel<Named extends { readonly name: string }>(
  members: readonly Label<Named>[],
): Label<Named> {
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
function allLabel<Named extends { readonly name: string }>(
  members: readonly Label<Named>[],
): Label<Named> {
  const others = members.filter(({ parts }) => labelText(parts) !== 'object')
  const [first = word<Named>('object')] = others
  if (others.length < 2) return first
  const parts = joined(
    others.map((one) => (one.form === 'union' ? grouped(one) : one.parts)),
    ' & ',
  )
  return { parts, form: 'intersection' }
}

function joined<Part>(
  lists: readonly (readonly (Part | string)[])[],
  separator: string,
): readonly (Part | string)[] {
  return lists.flatMap((parts, index) => (index === 0 ? parts : [separator, ...parts]))
}

function grouped<Named>({ parts, form }: Label<Named>): readonly LabelPart<Named>[] {
  return form === 'word' ? parts : ['(', ...parts, ')']
}
