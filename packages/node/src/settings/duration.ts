const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const MAX = 0x7fffffff

/** Milliseconds of a text such as `500ms`, `30s`, `1m30s`; undefined where it is none, or longer than a timer can wait. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d{1,9}(?:\.\d{1,6})?(?:ms|s|m|h))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (units[unit] ?? Number.NaN)
  }
  return total >= 1 && total <= MAX ? total : undefined
}
