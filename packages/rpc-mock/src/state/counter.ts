import { isRecord } from '@rpcloom/rpc'

/** Replaces a member of a value by the result of `change`. If `member` is '', replaces the whole value. */
export function changeMember(
  value: unknown,
  member: string,
  change: (value: unknown) => unknown,
): unknown {
  if (member === '') return change(value)
  return isRecord(value) ? { ...value, [member]: change(value[member]) } : value
}

/** Adds `by` to an integer. The result has the same form: string, hex quantity or number. */
export function addTo(value: unknown, by: bigint): unknown {
  if (typeof value === 'bigint') return value + by
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value + Number(by)
  if (typeof value !== 'string') return value
  if (/^-?\d{1,80}$/.test(value)) return String(BigInt(value) + by)
  return /^0x[\da-f]{1,64}$/i.test(value) ? `0x${(BigInt(value) + by).toString(16)}` : value
}
