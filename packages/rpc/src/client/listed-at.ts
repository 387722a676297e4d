import type { PathValues } from '../path-template.ts'
import { at } from './at.ts'
import type { Transport } from './types.ts'

/** Returns `at` for paths whose variables have allowed values. Throws a `TypeError` with a code for another value. */
export function listedAt(allowed: Readonly<Record<string, readonly string[]>>): typeof at {
  return (transport: Transport, values: PathValues) => {
    for (const [name, list] of Object.entries(allowed)) {
      const value = values[name]
      if (value === undefined || list.includes(value)) continue
      const message = `${name} must be one of ${list.join(', ')}, not ${value}`
      throw Object.assign(new TypeError(message), { code: 'pathValue' })
    }
    return at(transport, values)
  }
}
