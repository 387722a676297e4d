import { escapePart } from '../types.ts'
import { isRecord, mapValues } from './values.ts'

/** Returns a copy of a value in which the parts at JSON pointers are replaced. */
export function replacedAt(
  value: unknown,
  parts: ReadonlyMap<string, unknown>,
  pointer = '',
): unknown {
  if (parts.has(pointer)) return parts.get(pointer)
  if (parts.size === 0) return value
  const inside = (name: string | number, one: unknown): unknown =>
    replacedAt(one, parts, `${pointer}/${escapePart(String(name))}`)
  if (Array.isArray(value)) return value.map((one, index) => inside(index, one))
  return isRecord(value) ? mapValues(value, (one, name) => inside(name, one)) : value
}
