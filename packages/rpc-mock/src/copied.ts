import { isRecord } from '@rpcloom/rpc'

/** A copy of a JSON value, many times faster than `structuredClone`, which asks what else it could be. */
export function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied)
  if (!isRecord(value)) return value
  // `fromEntries` defines members, so that one called `__proto__` is one like any other.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copied(inner)]))
}
