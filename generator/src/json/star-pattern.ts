/**
 * Whether a pattern in which `*` matches any characters matches a text. Finds the text between the asterisks
 * from left to right, so the time is not exponential in their number.
 */
export function matchesStars(pattern: string, text: string): boolean {
  const [first = '', ...inner] = pattern.split('*')
  const last = inner.pop()
  if (last === undefined) return pattern === text
  const end = text.length - last.length
  let at = first.length
  if (end < at || !text.startsWith(first) || !text.endsWith(last)) return false
  for (const piece of inner) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= end
}
