import { isRecord } from '../json-rpc.ts'
import { matches } from './pattern.ts'
import type { SchemaObject } from './types.ts'

/**
 * Returns the schemas that apply to a member name: the one in `properties`, and those of all matching
 * patterns in `patternProperties`.
 */
export function namedSchemas(schema: SchemaObject, name: string): readonly unknown[] {
  const { properties, patternProperties } = schema
  const own = isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []
  if (!isRecord(patternProperties)) return own
  const fitting = Object.entries(patternProperties).filter(([pattern]) => matches(pattern, name))
  return [...own, ...fitting.map(([, member]) => member)]
}
