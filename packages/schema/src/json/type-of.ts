import type { TypeName } from '../types.ts'

/** Returns the type of a JSON value. Every number, also a bigint, is a `number`. */
export function typeOf(value: unknown): Exclude<TypeName, 'integer'> {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  if (type === 'number' || type === 'bigint') return 'number'
  return type === 'string' || type === 'boolean' ? type : 'object'
}
