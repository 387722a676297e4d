import { isRecord } from '@rpcloom/rpc'
import { escapePart } from '@rpcloom/schema/internal'
import { formatValue } from './format-value.ts'
import { type Remark, remark } from './remark.ts'

/**
 * Reports integers of a result that were rounded to a double. A rounded integer differs from the integer of
 * the example, but both are equal as doubles.
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
  const [exact, got] = [integerOf(example), integerOf(value)]
  if (exact === undefined || got === undefined || exact === got) return []
  if (Number.isSafeInteger(Number(exact)) || Number(exact) !== Number(got)) return []
  return [remark('precision', pointer, String(exact), formatValue(value))]
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string' || value.length > 100) return undefined
  if (/^-?\d+$/.test(value)) return BigInt(value)
  // Some servers write doubles in exponent notation.
  return /^-?\d(\.\d+)?[eE]\+?\d{1,3}$/.test(value) ? BigInt(Number(value)) : undefined
}
