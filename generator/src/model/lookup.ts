import { own } from '../json/members.ts'
import type { Api, NamedType, Property, Schema, Type, TypeId } from './types.ts'
import type { Json } from '../json/types.ts'

type Types = Pick<Api, 'types'>

/** Returns the named type with the given ID. The model contains a named type for each `ref`. */
export function lookup(api: Types, id: TypeId): NamedType {
  const named = api.types.get(id)
  if (named === undefined) throw new Error(`The model has no type ${id}`)
  return named
}

/** Whether the input form of a type differs from its output form. */
export function isInputDifferent(named: NamedType): boolean {
  return named.inputName !== named.name
}

/** Resolves references. A cycle of references resolves to `unknown`. */
export function resolveType(api: Types, type: Type): Type {
  const seen = new Set<TypeId>()
  let at = type
  while (at.kind === 'ref') {
    if (seen.has(at.to)) return { kind: 'unknown' }
    seen.add(at.to)
    at = lookup(api, at.to).type
  }
  return at
}

/**
 * Returns the properties that all values of a type may have. References and intersections are
 * resolved. For a union, a property is only returned if every member other than `null` has it.
 */
export function commonProperties(api: Types, type: Type): readonly Property[] {
  return gather({ api, met: new Map(), depth: 0 }, type)
}

/** Maximum nesting of types in which properties are searched. */
const deepest = 100

interface Gathering {
  readonly api: Types
  /** Properties of each resolved reference. */
  readonly met: Map<TypeId, readonly Property[]>
  readonly depth: number
}

function gather(gathering: Gathering, type: Type): readonly Property[] {
  const { api, met, depth } = gathering
  if (type.kind === 'object') return type.properties
  if (type.kind === 'intersection') {
    return [...new Set(type.members.flatMap((member) => gather(gathering, member)))]
  }
  if (type.kind === 'ref') {
    const known = met.get(type.to)
    if (known !== undefined || depth > deepest) return known ?? []
    met.set(type.to, [])
    // A chain may have thousands of references. The whole chain increases the depth only by one.
    const found = gather({ api, met, depth: depth + 1 }, resolveType(api, type))
    met.set(type.to, found)
    return found
  }
  if (type.kind !== 'union') return []
  const [first = [], ...others] = type.members
    .filter((member) => member.kind !== 'null')
    .map((member) => gather(gathering, member))
  const names = others.map((properties) => new Set(properties.map(({ name }) => name)))
  return first.filter(({ name }) => names.every((known) => known.has(name)))
}

/** Whether a type allows only the value `{}`. */
export function isEmptyObject(api: Types, type: Type): boolean {
  const resolved = resolveType(api, type)
  return (
    resolved.kind === 'object' &&
    resolved.properties.length === 0 &&
    resolved.additional === false &&
    resolved.patterns === undefined
  )
}

/**
 * Returns the value of a schema keyword such as `x-unit`, `format` or `minimum`. If the schema does
 * not have the keyword, the referenced schemas are searched.
 */
export function annotationOf(
  api: Types,
  element: { readonly type: Type; readonly schema: Schema },
  keyword: string,
): Json | undefined {
  const seen = new Set<TypeId>()
  let { type, schema } = element
  for (;;) {
    const declared = typeof schema.json === 'boolean' ? undefined : own(schema.json, keyword)
    if (declared !== undefined || type.kind !== 'ref' || seen.has(type.to)) return declared
    seen.add(type.to)
    ;({ type, schema } = lookup(api, type.to))
  }
}
