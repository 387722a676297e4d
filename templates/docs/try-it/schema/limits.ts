// Limits of schemas in words, for the pages and for Try it.

export type NumberOf = (keyword: string) => number | bigint | undefined

/** Describes the bounds of a number, such as `at least 1`. */
export function boundTexts(numberOf: NumberOf): readonly string[] {
  const words = [
    ['exclusiveMinimum', 'more than'],
    ['exclusiveMaximum', 'less than'],
    ['multipleOf', 'a multiple of'],
  ] as const
  return [
    ...rangeTexts(numberOf('minimum'), numberOf('maximum')),
    ...words.flatMap(([keyword, text]) => {
      const bound = numberOf(keyword)
      return bound === undefined ? [] : [`${text} ${numberText(bound)}`]
    }),
  ]
}

/** Describes the limits of lengths and counts, such as `1 to 64 characters`. */
export function sizeTexts(numberOf: NumberOf): readonly string[] {
  const units = {
    Length: 'characters',
    Items: 'items',
    Properties: 'members',
    Contains: 'items that match "contains"',
  }
  return Object.entries(units).flatMap(([keyword, unit]) => {
    const [min, max] = [numberOf(`min${keyword}`), numberOf(`max${keyword}`)]
    if (max === 0 && keyword !== 'Contains') return ['always empty']
    if (min !== undefined && min === max) return [`exactly ${min} ${unit}`]
    return rangeTexts(min === 0 ? undefined : min, max).map((text) => `${text} ${unit}`)
  })
}

export function rangeTexts(
  min: number | bigint | undefined,
  max: number | bigint | undefined,
): readonly string[] {
  if (min !== undefined && max !== undefined) return [`${numberText(min)} to ${numberText(max)}`]
  if (min !== undefined) return [`at least ${numberText(min)}`]
  return max === undefined ? [] : [`at most ${numberText(max)}`]
}

/** Formats a number. Powers of two beyond 2^53 are written as powers. */
function numberText(value: number | bigint): string {
  if (typeof value === 'number' || (value < 2n ** 53n && value > -(2n ** 53n))) return String(value)
  const [power, sign, rest] = value < 0n ? [-value, '-', ''] : [value + 1n, '', ' - 1']
  const digits = power.toString(2)
  return /^10*$/.test(digits) ? `${sign}2^${digits.length - 1}${rest}` : String(value)
}
