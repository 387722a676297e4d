import { keywordOf } from '../keywords/table.ts'
import { isTypeName, type SchemaObject, type TypeName } from '../types.ts'

/** Returns the types in `type`, with `null` if the schema is `nullable`; undefined if it allows every type. */
export function declaredTypes({ type, nullable }: SchemaObject): readonly TypeName[] | undefined {
  const listed: readonly unknown[] = Array.isArray(type) ? type : [type]
  const types = [...new Set(listed.filter(isTypeName))]
  if (types.length === 0) return undefined
  return nullable === true && !types.includes('null') ? [...types, 'null'] : types
}

/** Returns the types that both lists allow, in the order of the first. Every integer is a number. */
export function commonTypes(
  left: readonly TypeName[],
  right: readonly TypeName[],
): readonly TypeName[] {
  const common = left.flatMap((type): readonly TypeName[] => {
    if (right.includes(type)) return [type]
    if (type === 'integer') return right.includes('number') ? ['integer'] : []
    return type === 'number' && right.includes('integer') ? ['integer'] : []
  })
  return [...new Set(common)]
}

const order = ['object', 'array', 'string', 'number'] as const

/** Returns the types that schemas without `type` are meant for: those whose values their keywords limit. */
export function impliedTypes(schemas: readonly SchemaObject[]): readonly (typeof order)[number][] {
  const found = new Set(
    schemas.flatMap((schema) =>
      Object.entries(schema).flatMap(([name, value]) => {
        // An empty `required` says nothing.
        const isEmpty = name === 'required' && Array.isArray(value) && value.length === 0
        return isEmpty || value === undefined ? [] : (keywordOf(name)?.of ?? [])
      }),
    ),
  )
  return order.filter((type) => found.has(type))
}
