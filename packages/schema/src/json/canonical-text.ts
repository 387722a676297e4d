import { isRecord } from './values.ts'

/**
 * Returns JSON in canonical form: values that are equal except for the order of their members have the same
 * JSON.
 */
export function canonicalText(value: unknown): string {
  // RFC 8785 treats all numbers as doubles, so a bigint is rounded to a double.
  if (typeof value === 'bigint') return JSON.stringify(Number(value))
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.keys(value)
    .toSorted()
    .filter((name) => value[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`)
  return `{${members.join()}}`
}
