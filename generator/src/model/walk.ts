import type { Method, Type, TypeId } from './types.ts'

/** The types that a type is made of, in the order of the document; a reference has none. */
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

/** Visits a type and everything inside it; references are not followed. */
export function walkType(type: Type, visit: (type: Type) => void): void {
  visit(type)
  for (const child of childTypes(type)) walkType(child, visit)
}

const references = new WeakMap<Type, readonly TypeId[]>()

/** The identities that a type refers to, each once; a type is asked for them again and again. */
export function referencesOf(type: Type): readonly TypeId[] {
  if (type.kind === 'ref') return [type.to]
  if (childTypes(type).length === 0) return none
  const known = references.get(type) ?? referencesIn(type)
  references.set(type, known)
  return known
}

const none: readonly TypeId[] = []

function referencesIn(type: Type): readonly TypeId[] {
  const ids = new Set<TypeId>()
  walkType(type, (inner) => {
    if (inner.kind === 'ref') ids.add(inner.to)
  })
  return [...ids]
}

/** The same type with every part replaced, from the innermost outwards. */
export function mapType(type: Type, replace: (type: Type) => Type): Type {
  const map = (inner: Type): Type => mapType(inner, replace)
  switch (type.kind) {
    case 'array':
      return replace({ ...type, items: map(type.items) })
    case 'tuple': {
      const rest = type.rest === undefined ? {} : { rest: map(type.rest) }
      return replace({ ...type, items: type.items.map(map), ...rest })
    }
    case 'object': {
      const properties = type.properties.map((property) => ({
        ...property,
        type: map(property.type),
      }))
      const patterns = type.patterns?.map((pattern) => ({ ...pattern, type: map(pattern.type) }))
      const additional = type.additional
      return replace({
        ...type,
        properties,
        ...(patterns === undefined ? {} : { patterns }),
        ...(additional === undefined || additional === false
          ? {}
          : { additional: map(additional) }),
      })
    }
    case 'union':
    case 'intersection':
      return replace({ ...type, members: type.members.map(map) })
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

/** What of a group has types; a group that is still being built has as much. */
interface TypedGroup {
  readonly methods: readonly (Pick<Method, 'paramsType' | 'params' | 'errors' | 'subscription'> & {
    readonly result?: { readonly type: Type }
  })[]
}

/** The identities that a group's methods name: in params, results, error data, subscription payloads. */
export function typesOfGroup(group: TypedGroup): readonly TypeId[] {
  const types = group.methods.flatMap((method): readonly Type[] => [
    ...(method.paramsType === undefined ? [] : [{ kind: 'ref' as const, to: method.paramsType }]),
    ...method.params.map((param) => param.type),
    ...(method.result === undefined ? [] : [method.result.type]),
    ...method.errors.flatMap((error) => (error.dataType === undefined ? [] : [error.dataType])),
    ...(method.subscription?.kinds ?? []).flatMap((kind) => [
      ...kind.params.map((param) => param.type),
      kind.payload.type,
    ]),
  ])
  return [...new Set(types.flatMap(referencesOf))]
}
