import type { SchemaObject } from '../types.ts'

/** Whether a schema consists of a reference and, at most, annotations. */
export function isReference(schema: SchemaObject): boolean {
  const alone = Object.keys(schema).every((name) => {
    return name === '$ref' || annotations.has(name) || name.startsWith('x-')
  })
  return alone && typeof schema['$ref'] === 'string'
}

/** Keywords that do not affect validation. */
const annotations: ReadonlySet<string> = new Set([
  '$comment',
  'title',
  'description',
  'default',
  'deprecated',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
])
