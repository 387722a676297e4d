import { isRecord } from '@rpcloom/rpc'
import { escapePart } from '@rpcloom/rpc/internal'
import { formatValue } from './format-value.ts'
import type { Remark } from './remark.ts'

/**
 * Reports integers of a result that were rounded to a double. Such an integer differs from that of the
 * example, but both are equal as doubles.
 */
export function lostDigits(example: unknown, value: unknown, pointer: string): readonly Remark[] {
  if (Array.isArray(example) && Array.isArray(value)) {
    return example.flatMap((item, index) =>
      lostDigits(item, (value as readonly unknown[])[index], `${pointer}/${index}`),
    )
  }
  if (isRecord(example) && isRecord(value)) {
    return Object.keys(example).flatMap((name) =>
      Object.hasOwn(value, name)
        ? lostDigits(example[name], value[name], `${pointer}/${escapePart(name)}`)
        : [],
    )
  }
  const [want, got] = [integerOf(example), integerOf(value)]
  if (want === undefined || got === undefined || want === got) return []
  if (Number.isSafeInteger(Number(want)) || Number(want) !== Number(got)) return []
  return [{ code: 'precision', pointer, expected: String(want), got: formatValue(value) }]
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string' || value.length > 100) return undefined
  if (/^-?\d+$/.test(value)) return BigInt(value)
  // Returns the integer that a string represents. It may be a double in exponent notation.
  return /^-?\d(\.\d+)?[eE]\+?\d{1,3}$/.test(value) ? BigInt(Number(value)) : undefined
}
