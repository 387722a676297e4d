const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const MAX = 0x7fffffff

/** Pattern of a duration, without its limits. */
export const durationPattern = String.raw`(?:\d{1,9}(?:\.\d{1,6})?(?:ms|s|m|h))+`

const DURATION = new RegExp(`^${durationPattern}$`)

/**
 * Parses a duration such as `500ms`, `30s` or `1m30s` to milliseconds. Returns undefined if it is invalid, below 1 ms,
 * or above the timer limit of 2^31 - 1 ms.
 */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined
  let total = 0
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (units[unit] ?? Number.NaN)
  }
  return total >= 1 && total <= MAX ? total : undefined
}

/** Formats milliseconds as a duration; 0 as `0`. */
export function durationText(ms: number): string {
  if (ms === 0) return '0'
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`
}
