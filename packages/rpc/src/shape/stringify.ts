/** JSON text of a value; bigints become bare JSON numbers, which `JSON.stringify` alone refuses. */
export function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    // A bigint in most cases; what else is wrong goes wrong again.
    return withBigints(value)
  }
}

/** Bigints are written as texts behind a mark that nothing else holds, and stripped of it and of their quotes. */
function withBigints(value: unknown): string {
  const marked = (mark: string): string =>
    JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? mark + one : one))
  const plain = marked('')
  let mark = '#'
  while (plain.includes(mark)) mark += '#'
  return marked(mark).replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1')
}
