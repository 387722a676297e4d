import type { SchemaObject } from '@rpcloom/schema/internal'
import { isText, keywordOf } from './parts.ts'

/** Keywords from which the type of a schema without `type` is inferred. */
const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  string: ['pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
}

const names: ReadonlySet<unknown> = new Set([
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
  'null',
])

/**
 * Returns the JSON types that all schemas allow. A number that may be sent as a string has several
 * types, with the preferred type first. The list is empty if the type is unknown.
 */
export function typesOf(parts: readonly SchemaObject[]): readonly string[] {
  const types = allTypes(parts)
  if (types.length > 1 && isNumeric(types)) return types
  return types.slice(0, 1)
}

/** Returns all allowed JSON types, including `null` for OpenAPI's `nullable`. */
export function allTypes(parts: readonly SchemaObject[]): readonly string[] {
  let left: readonly string[] | undefined
  for (const part of parts) {
    const own = (Array.isArray(part['type']) ? part['type'] : [part['type']]).filter(isTypeName)
    if (own.length === 0) continue
    const both: readonly string[] = left === undefined ? own : intersection(left, own)
    left = both
  }
  if (left === undefined) return inferred(parts)
  const isNullable = parts.some((part) => part['nullable'] === true)
  const isDecided = parts.some((part) => part['nullable'] === false)
  return isNullable && !isDecided && !left.includes('null') ? [...left, 'null'] : left
}

function intersection(left: readonly string[], right: readonly string[]): readonly string[] {
  return left.flatMap((type) => {
    if (right.includes(type)) return [type]
    if (type === 'number' && right.includes('integer')) return ['integer']
    return type === 'integer' && right.includes('number') ? ['integer'] : []
  })
}

function isTypeName(value: unknown): value is string {
  return names.has(value)
}

/** Whether the JSON types are those of a number that may be sent as a string. */
export function isNumeric(types: readonly string[]): boolean {
  return types.every((type) => ['string', 'integer', 'number'].includes(type))
}

function inferred(parts: readonly SchemaObject[]): readonly string[] {
  const found = Object.entries(keywordsOf).filter(([, keywords]) =>
    parts.some((part) => keywords.some((keyword) => Object.hasOwn(part, keyword))),
  )
  const [type] = found[0] ?? []
  if (type !== undefined) return found.length === 1 ? [type] : []
  const format = keywordOf(parts, 'format', isText)
  if (format === undefined) return []
  return /^u?int\d+$/.test(format) ? ['string', 'integer'] : ['string']
}

export function perType(
  parts: readonly SchemaObject[],
  types: readonly string[],
): readonly unknown[] {
  return types.map((type) => ({ allOf: [...parts, { type, nullable: false }] }))
}
