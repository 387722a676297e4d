import { isRecord } from './json-rpc.ts'

/** Returns JSON text that is the same for equal values, whatever the order of their members. */
export function canonicalText(value: unknown): string {
  // `JSON.parse` rounds such an integer to a double, and RFC 8785 requires the same.
  if (typeof value === 'bigint') return JSON.stringify(Number(value))
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.keys(value)
    .toSorted()
    .filter((name) => value[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`)
  return `{${members.join()}}`
}
