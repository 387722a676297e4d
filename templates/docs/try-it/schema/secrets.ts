import { isRecord } from '@rpcloom/rpc'
import { type Resolve, listOf, type SchemaObject } from '@rpcloom/schema/internal'
import { partsOf } from './parts.ts'
import { isSecretSchema } from './remarks.ts'

export const mask = '••••••••'

/** Masks the secrets in a value. Returns the same value if it contains no secrets. */
export function masked(value: unknown, schema: unknown, resolve: Resolve): unknown {
  return maskedBy(value, [schema], resolve)
}

function maskedBy(value: unknown, schemas: readonly unknown[], resolve: Resolve): unknown {
  if (value === undefined || value === null || value === '') return value
  const parts = everyPart(schemas, resolve)
  if (isSecretSchema(parts)) return mask
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, at) => {
      const inner = parts.flatMap((part) => [
        ...(Array.isArray(part['items']) ? [part['items'][at]] : [part['items']]),
        listOf(part['prefixItems'])[at],
        part['additionalItems'],
      ])
      return maskedBy(item, inner, resolve)
    })
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (!isRecord(value)) return value
  const members = Object.entries(value).map(([name, member]) => {
    const inner = parts.flatMap((part) => memberSchemas(part, name))
    return [name, maskedBy(member, inner, resolve)] as const
  })
  return members.some(([name, member]) => member !== value[name])
    ? Object.fromEntries(members)
    : value
}

function memberSchemas(part: SchemaObject, name: string): readonly unknown[] {
  const { properties, patternProperties: patterns, additionalProperties } = part
  const byPattern = isRecord(patterns) ? Object.values(patterns) : []
  if (isRecord(properties) && Object.hasOwn(properties, name)) {
    return [properties[name], ...byPattern]
  }
  return [additionalProperties, ...byPattern]
}

/** Returns every schema that may apply, including all alternatives, so that no secret is missed. */
function everyPart(schemas: readonly unknown[], resolve: Resolve): readonly SchemaObject[] {
  const found = new Set<SchemaObject>()
  const open = [...schemas]
  while (open.length > 0) {
    for (const part of partsOf(open.pop(), resolve)) {
      if (found.has(part)) continue
      found.add(part)
      for (const keyword of ['oneOf', 'anyOf', 'then', 'else']) {
        const inner = part[keyword]
        open.push(...(Array.isArray(inner) ? inner : [inner]))
      }
    }
  }
  return [...found]
}

/**
 * Replaces masks with the secrets in `before`, after the reader edited JSON with masked secrets.
 */
export function unmasked(value: unknown, before: unknown): unknown {
  if (value === mask) return before ?? value
  if (Array.isArray(value)) {
    const items: readonly unknown[] = Array.isArray(before) ? before : []
    return value.map((item, at) => unmasked(item, items[at]))
  }
  if (!isRecord(value)) return value
  const members = isRecord(before) ? before : {}
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      unmasked(member, Object.hasOwn(members, name) ? members[name] : undefined),
    ]),
  )
}
