import { isRecord } from '@rpcloom/rpc'
import {
  inDocument,
  itemSchemas,
  located,
  memberSchemas,
  possibleSchemas,
  recordOf,
  type Resolve,
} from '@rpcloom/schema/internal'
import { isSecret } from './remarks.ts'

export const mask = '••••••••'

/** Masks the secrets in a value. Returns the same value if it contains no secrets. */
export function masked(value: unknown, schema: unknown, resolve: Resolve): unknown {
  return maskedBy(value, [schema], resolve)
}

function maskedBy(value: unknown, schemas: readonly unknown[], resolve: Resolve): unknown {
  if (value === undefined || value === null || value === '') return value
  // All alternatives are included, so that no secret is missed.
  const parts = possibleSchemas(schemas.map(located), inDocument(resolve)).map(({ json }) =>
    recordOf(json),
  )
  if (isSecret({ valuesOf: (keyword) => parts.map((part) => part[keyword]) })) return mask
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, at) => {
      const inner = parts.map(itemSchemas).flatMap(({ first, rest }) => [first[at], rest])
      return maskedBy(item, inner, resolve)
    })
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (!isRecord(value)) return value
  const members = Object.entries(value).map(([name, member]) => {
    const inner = parts.flatMap((part) => memberSchemas([part], name))
    return [name, maskedBy(member, inner, resolve)] as const
  })
  return members.some(([name, member]) => member !== value[name])
    ? Object.fromEntries(members)
    : value
}

/** Replaces masks with the secrets in `before`. Removes masks of other secrets, because they are not values. */
export function unmasked(value: unknown, before: unknown): unknown {
  if (value === mask) return before
  if (Array.isArray(value)) {
    const items: readonly unknown[] = Array.isArray(before) ? before : []
    return value.map((item, at) => unmasked(item, items[at])).filter((item) => item !== undefined)
  }
  if (!isRecord(value)) return value
  const members = isRecord(before) ? before : {}
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => {
        const known = Object.hasOwn(members, name) ? members[name] : undefined
        return [name, unmasked(member, known)] as const
      })
      .filter(([, member]) => member !== undefined),
  )
}
