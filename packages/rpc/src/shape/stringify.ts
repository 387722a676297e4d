/** The `replacer` argument of `JSON.stringify`. */
type Replacer = (key: string, value: unknown) => unknown

/**
 * Converts a value to JSON like `JSON.stringify`, but writes bigints as JSON numbers with all digits, and `undefined` as `null`.
 * Throws the errors of `JSON.stringify`, for example for a cycle.
 */
export function stringify(
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
  space?: number,
): string {
  try {
    return JSON.stringify(value, replacer, space) ?? 'null'
  } catch {
    // Usually the value contains a bigint; any other error is thrown again below.
    return withBigints(value, replacer, space)
  }
}

/** Writes bigints as strings with a unique marker, then removes the marker and quotes. */
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
