const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const MAX = 0x7fffffff

/**
 * Parses a duration such as `500ms`, `30s` or `1m30s` to milliseconds. Returns undefined if it is invalid, below 1 ms,
 * or above the timer limit of 2^31 - 1 ms.
 */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d{1,9}(?:\.\d{1,6})?(?:ms|s|m|h))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (units[unit] ?? Number.NaN)
  }
  return total >= 1 && total <= MAX ? total : undefined
}
