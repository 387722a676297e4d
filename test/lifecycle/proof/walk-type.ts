import { quoteString } from 'rpcloom/codegen'
import type { Api, ObjectType, Type } from 'rpcloom/model'

/** Maximum depth. The type as a whole covers deeper members. */
const deepest = 4

/**
 * Returns a new literal of a type with every declared property. Returns undefined if that is
 * impossible.
 */
export function literalOf(api: Api, type: Type, depth = 0): string | undefined {
  if (depth > deepest) return undefined
  switch (type.kind) {
    case 'unknown':
      return "'a'"
    case 'null':
      return 'null'
    case 'boolean':
      return 'true'
    case 'number':
      return '1'
    case 'numeric':
      return type.as === 'bigint' ? '1n' : '1'
    case 'string':
      // The type system checks a format such as 0x... itself.
      return type.format === undefined || type.format === 'other' ? "'a'" : undefined
    case 'literal':
      return valueText(type.value)
    case 'enum':
      return type.members[0] === undefined ? undefined : valueText(type.members[0].value)
    case 'array': {
      const item = literalOf(api, type.items, depth + 1)
      return item === undefined ? undefined : `[${item}]`
    }
    case 'object': {
      if (isMap(type)) {
        const value = literalOf(api, mapValue(type), depth + 1)
        return value === undefined ? undefined : `{ anyName: ${value} }`
      }
      const members = type.properties.map(({ name, type: inner }) => {
        const value = literalOf(api, inner, depth + 1)
        return value === undefined ? undefined : `${quoteString(name)}: ${value}`
      })
      return members.includes(undefined) ? undefined : `{ ${members.join(', ')} }`
    }
    case 'ref': {
      const named = api.types.get(type.to)
      return named === undefined ? undefined : literalOf(api, named.type, depth + 1)
    }
    case 'union':
      return type.members[0] === undefined ? undefined : literalOf(api, type.members[0], depth + 1)
    default:
      return undefined
  }
}

/** A type without declared members can have members of any name. */
function isMap({ properties, patterns = [], additional }: ObjectType): boolean {
  return properties.length === 0 && patterns.length === 0 && additional !== false
}

function mapValue({ additional }: ObjectType): Type {
  return additional === undefined || additional === false ? { kind: 'unknown' } : additional
}

/** Returns expressions that read every declared member of a value, such as `pet.owner?.name`. */
export function accesses(api: Api, type: Type, path: string, depth = 0): readonly string[] {
  if (depth > deepest) return []
  switch (type.kind) {
    case 'object':
      if (isMap(type)) return [`${path}['any name']`].map(mended)
      return type.properties.flatMap((property) => {
        const at = `${path}[${quoteString(property.name)}]`
        const inner = property.required ? at : `${at}?.`
        return [at, ...accesses(api, property.type, inner, depth + 1)].map(mended)
      })
    case 'array':
      return accesses(api, type.items, `${path}[0]?.`, depth + 1).map(mended)
    case 'ref': {
      const named = api.types.get(type.to)
      return named === undefined ? [] : accesses(api, named.type, path, depth + 1)
    }
    default:
      return []
  }
}

/** Returns an exhaustive switch over all allowed values. */
export function exhaustion(api: Api, type: Type, value: string): string | undefined {
  if (type.kind === 'ref') {
    const named = api.types.get(type.to)
    return named === undefined ? undefined : exhaustion(api, named.type, value)
  }
  const values =
    type.kind === 'enum'
      ? type.members.map((member) => member.value)
      : type.kind === 'literal'
        ? [type.value]
        : []
  if (values.length === 0) return undefined
  const cases = values.map((one) => `case ${valueText(one)}: break`)
  return `switch (${value}) { ${cases.join('; ')}; default: ${value} satisfies never }`
}

function valueText(value: string | number | boolean | null): string {
  return typeof value === 'string' ? quoteString(value) : String(value)
}

/** `?.` is needed only before another member access. */
function mended(path: string): string {
  return path.replaceAll('?.?.', '?.').replace(/\?\.$/, '')
}
