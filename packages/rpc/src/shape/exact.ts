/** An integer that may be beyond what a double holds, and everything that says whether it is inside of a string. */
const tokens = /\\.|"|(?<![-+.\w])-?[1-9]\d{15,}(?![-+.\w]|\s*:)/gs

const wide = /-?[1-9]\d{15,}/

/**
 * Like `JSON.parse`, but an integer that a double cannot hold is a bigint: what documents are read by, whose
 * bounds and examples have to keep their digits. Other numbers are as `JSON.parse` has them.
 */
export function parseExact(text: string): unknown {
  if (!wide.test(text)) return JSON.parse(text)
  // Longer than what any string of the text begins with, escaped or not.
  const longest = [...text.matchAll(/"(?:#|\\u0023)+/g)].reduce(
    (length, [run]) => Math.max(length, run.length),
    1,
  )
  const mark = '#'.repeat(longest)
  let quoted = false
  const marked = text.replace(tokens, (token) => {
    if (token === '"') quoted = !quoted
    else if (!quoted && token[0] !== '\\' && !Number.isSafeInteger(Number(token))) {
      return `"${mark}${token}"`
    }
    return token
  })
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  )
}
