import { everyMethod } from './sides.ts'
import type { Method, ObjectType, Result, Type, TypeId } from './types.ts'

/**
 * Returns the types that a type directly contains, in the order of the document. A reference
 * contains none.
 */
export function childTypes(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'unknown':
    case 'never':
    case 'null':
    case 'boolean':
    case 'number':
    case 'string':
    case 'numeric':
    case 'literal':
    case 'enum':
    case 'ref':
      return []
    case 'array':
      return [type.items]
    case 'tuple':
      return type.rest === undefined ? type.items : [...type.items, type.rest]
    case 'object':
      return [
        ...type.properties.map((property) => property.type),
        ...(type.patterns ?? []).map((pattern) => pattern.type),
        ...(type.additional === undefined || type.additional === false ? [] : [type.additional]),
      ]
    case 'union':
    case 'intersection':
      return type.members
    default:
      return type satisfies never
  }
}

/** Visits a type and all types that it contains, without resolving references. */
export function walkType(type: Type, visit: (type: Type) => void): void {
  visit(type)
  for (const child of childTypes(type)) walkType(child, visit)
}

/** Returns the type IDs to which a type refers, without duplicates. */
export function referencesOf(type: Type): readonly TypeId[] {
  const ids = new Set<TypeId>()
  walkType(type, (inner) => {
    if (inner.kind === 'ref') ids.add(inner.to)
  })
  return [...ids]
}

/**
 * Replaces a type and all types that it contains, from the inside out. Unchanged types keep their
 * identity.
 */
export function mapType(type: Type, replace: (type: Type) => Type): Type {
  const map = (inner: Type): Type => mapType(inner, replace)
  switch (type.kind) {
    case 'array': {
      const items = map(type.items)
      return replace(items === type.items ? type : { ...type, items })
    }
    case 'tuple': {
      const items = mapList(type.items, map)
      const rest = type.rest && map(type.rest)
      const isSame = items === type.items && rest === type.rest
      return replace(isSame ? type : { ...type, items, ...(rest && { rest }) })
    }
    case 'object':
      return replace(mapMembers(type, map))
    case 'union':
    case 'intersection': {
      const members = mapList(type.members, map)
      return replace(members === type.members ? type : { ...type, members })
    }
    case 'unknown':
    case 'never':
    case 'null':
    case 'boolean':
    case 'number':
    case 'string':
    case 'numeric':
    case 'literal':
    case 'enum':
    case 'ref':
      return replace(type)
    default:
      return type satisfies never
  }
}

function mapMembers(type: ObjectType, map: (type: Type) => Type): ObjectType {
  const ofMember = <Member extends { readonly type: Type }>(member: Member): Member => {
    const mapped = map(member.type)
    return mapped === member.type ? member : { ...member, type: mapped }
  }
  const properties = mapList(type.properties, ofMember)
  const patterns = type.patterns && mapList(type.patterns, ofMember)
  const additional = type.additional && map(type.additional)
  const isSame =
    properties === type.properties && patterns === type.patterns && additional === type.additional
  if (isSame) return type
  return { ...type, properties, ...(patterns && { patterns }), ...(additional && { additional }) }
}

function mapList<Item>(list: readonly Item[], map: (item: Item) => Item): readonly Item[] {
  const mapped = list.map(map)
  return mapped.every((item, index) => item === list[index]) ? list : mapped
}

/**
 * The properties of a group that contain types. Groups under construction also have these
 * properties.
 */
interface TypedGroup {
  readonly methods: readonly TypedMethod[]
  readonly clientMethods: readonly TypedMethod[]
}

type TypedMethod = Pick<Method, 'paramsType' | 'params' | 'errors' | 'subscription'> & {
  readonly result?: Pick<Result, 'type' | 'cases'>
}

/**
 * Returns the IDs of the types that a group's methods use in params, results, error data and
 * events.
 */
export function typesOfGroup(group: TypedGroup): readonly TypeId[] {
  const ids = new Set<TypeId>()
  const add = (type: Type | undefined): void => {
    if (type !== undefined) for (const id of referencesOf(type)) ids.add(id)
  }
  for (const { paramsType, params, result, errors, subscription } of everyMethod(group)) {
    if (paramsType !== undefined) ids.add(paramsType)
    for (const { type } of params) add(type)
    add(result?.type)
    for (const { type } of result?.cases ?? []) add(type)
    for (const { dataType } of errors) add(dataType)
    for (const { params: inputs, payload } of subscription?.topics ?? []) {
      for (const { type } of inputs) add(type)
      add(payload.type)
    }
  }
  return [...ids]
}
