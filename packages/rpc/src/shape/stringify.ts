/** The `replacer` argument of `JSON.stringify`. */
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
    // Usually the value contains a bigint. Any other error is thrown again by this call.
    return withBigints(value, replacer, space)
  }
}

/** Writes bigints as strings with a unique marker, then removes the marker and the quotes. */
function withBigints(value: unknown, replacer?: Replacer, space?: number): string {
  const marked = (mark: string): string =>
    JSON.stringify(
      value,
      (key, one: unknown) => {
        const replaced = replacer ? replacer(key, one) : one
        return typeof replaced === 'bigint' ? mark + replaced : replaced
      },
      space,
    )
  const plain = marked('')
  let mark = '#'
  while (plain.includes(mark)) mark += '#'
  return marked(mark).replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1')
}
