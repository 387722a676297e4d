import { isRecord } from '@rpcloom/rpc'
import { dereference, type Resolve } from '@rpcloom/rpc/internal'

const MAX_DEPTH = 8

/**
 * Returns the schema of a member (by name) or an item (by index). Follows references and combined schemas; of
 * several alternatives, the first one that declares the part is used. `undefined` if there is none.
 */
export function memberSchema(schema: unknown, part: string | number, resolve: Resolve): unknown {
  const declared = declaredMember(schema, part, resolve)
  if (declared !== undefined || typeof part === 'number') return declared
  const whole = dereference(schema, resolve)
  return isRecord(whole) ? whole['additionalProperties'] : undefined
}

/** Like `memberSchema`, without `additionalProperties`. */
export function declaredMember(
  schema: unknown,
  part: string | number,
  resolve: Resolve,
  depth: number = 0,
): unknown {
  const whole = dereference(schema, resolve)
  if (!isRecord(whole) || depth > MAX_DEPTH) return undefined
  const own = typeof part === 'number' ? itemOf(whole, part) : propertyOf(whole, part)
  if (own !== undefined) return own
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts: unknown = whole[keyword]
    if (!Array.isArray(parts)) continue
    for (const inner of parts) {
      const found = declaredMember(inner, part, resolve, depth + 1)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Returns the names of the members that a schema declares. */
export function memberNames(
  schema: unknown,
  resolve: Resolve,
  depth: number = 0,
): readonly string[] {
  const whole = dereference(schema, resolve)
  if (!isRecord(whole) || depth > MAX_DEPTH) return []
  const names = isRecord(whole['properties']) ? Object.keys(whole['properties']) : []
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword): readonly unknown[] => {
    const listed = whole[keyword]
    return Array.isArray(listed) ? listed : []
  })
  return [...new Set([...names, ...parts.flatMap((part) => memberNames(part, resolve, depth + 1))])]
}

function propertyOf({ properties }: Record<string, unknown>, name: string): unknown {
  return isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
}

function itemOf({ prefixItems, items }: Record<string, unknown>, index: number): unknown {
  if (Array.isArray(prefixItems) && index < prefixItems.length) return prefixItems[index]
  return Array.isArray(items) ? items[index] : items
}
