import { isRecord } from '../json/values.ts'
import type { Path } from '../keywords/table.ts'
import type { SchemaObject } from '../types.ts'

/** Returns the regular expressions of a schema, with the paths that lead to them. */
export function patternsIn(schema: SchemaObject): readonly { path: Path; pattern: string }[] {
  const { pattern, patternProperties } = schema
  const names = isRecord(patternProperties) ? Object.keys(patternProperties) : []
  return [
    ...(typeof pattern === 'string' ? [{ path: ['pattern'], pattern }] : []),
    ...names.map((name) => ({ path: ['patternProperties', name], pattern: name })),
  ]
}
