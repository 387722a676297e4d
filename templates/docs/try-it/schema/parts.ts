import { isRecord } from '@rpcloom/rpc'
import { listOf, type Resolve, type SchemaObject } from '@rpcloom/schema/internal'

/**
 * Maximum number of combined schemas, as protection against documents that would exhaust memory.
 */
const most = 400

/**
 * Returns the schemas that apply to the same value: a schema, the targets of its references and its
 * `allOf`, without duplicates.
 */
export function partsOf(schema: unknown, resolve: Resolve): readonly SchemaObject[] {
  const parts = new Set<SchemaObject>()
  const open: unknown[] = [schema]
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (!isRecord(next) || parts.has(next) || parts.size > most) continue
    parts.add(next)
    open.push(...listOf(next['allOf']).toReversed())
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const ref = next[keyword]
      if (typeof ref === 'string') open.push(resolve(ref, next))
    }
  }
  return [...parts]
}

/**
 * Returns the first value of a keyword. A schema with a reference precedes the reference's target.
 */
export function keywordOf<T>(
  parts: readonly SchemaObject[],
  keyword: string,
  accept: (value: unknown) => value is T,
): T | undefined {
  for (const part of parts) {
    const value = Object.hasOwn(part, keyword) ? part[keyword] : undefined
    if (accept(value)) return value
  }
  return undefined
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}
