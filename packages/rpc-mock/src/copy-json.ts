import { isRecord } from '@rpcloom/rpc'

/** Copies a JSON value. Many times faster than `structuredClone`, which also supports types other than JSON. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson)
  if (!isRecord(value)) return value
  // Unlike an assignment, `fromEntries` is safe for a member named `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyJson(inner)]))
}
