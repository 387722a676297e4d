/** Formats a number. Powers of two beyond 2^53 are written as powers. */
export function numberText(value: number | bigint): string {
  if (typeof value === 'number' || (value < 2n ** 53n && value > -(2n ** 53n))) return String(value)
  const [power, sign, rest] = value < 0n ? [-value, '-', ''] : [value + 1n, '', ' - 1']
  const digits = power.toString(2)
  return /^10*$/.test(digits) ? `${sign}2^${digits.length - 1}${rest}` : String(value)
}
