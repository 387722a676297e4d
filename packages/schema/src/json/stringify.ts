type Replacer = (key: string, value: unknown) => unknown

/**
 * Like `JSON.stringify`, but writes bigints as JSON numbers with all digits, and `undefined` as `null`.
 * Throws the same errors as `JSON.stringify`, for example for a cycle.
 */
export function stringify(
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
  space?: number,
): string {
  try {
    return JSON.stringify(value, replacer, space) ?? 'null'
  } catch {
    // The value probably contains a bigint. Any other error occurs again and is thrown.
    return withBigints(value, replacer, space)
  }
}

/** Writes bigints as strings that start with a mark, then removes the mark and the quotes. */
function withBigints(value: unknown, replacer?: Replacer, space?: number): string {
  // The mark is random, so that no other string starts with it.
  const mark = `${Math.random()}:`
  const marked = (key: string, one: unknown): unknown => {
    const replaced = replacer ? replacer(key, one) : one
    return typeof replaced === 'bigint' ? mark + replaced : replaced
  }
  return JSON.stringify(value, marked, space).replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1')
}
