/** Returns the index of the closing quote of a string in JSON, or the length of the text if there is none. */
export function endOfString(text: string, open: number): number {
  let close = open
  do {
    close = text.indexOf('"', close + 1)
    if (close < 0) return text.length
  } while (isEscaped(text, close, open))
  return close
}

/** Whether a quote follows an odd number of backslashes. */
function isEscaped(text: string, quote: number, open: number): boolean {
  let at = quote
  while (at - 1 > open && text.charCodeAt(at - 1) === 0x5c) at--
  return (quote - at) % 2 === 1
}

/**
 * Returns whether `check` accepts a part of JSON before, between or after its strings, of at least `shortest` characters.
 * Documents have many strings, so this is a plain loop.
 */
export function someOutsideStrings(
  text: string,
  shortest: number,
  check: (start: number, end: number) => boolean,
): boolean {
  let at = 0
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    const open = quote < 0 ? text.length : quote
    if (open - at >= shortest && check(at, open)) return true
    at = endOfString(text, open) + 1
  }
  return false
}

/**
 * Like `replaceAll` for JSON, without the content of strings: long strings would take long. Parts that are shorter than
 * a match can be are skipped.
 */
export function replaceOutsideStrings(
  text: string,
  [pattern, replacement]: readonly [pattern: RegExp, replacement: string],
  shortest: number,
): string {
  let [replaced, copied] = ['', 0]
  someOutsideStrings(text, shortest, (start, end) => {
    replaced += text.slice(copied, start) + text.slice(start, end).replace(pattern, replacement)
    copied = end
    return false
  })
  return replaced + text.slice(copied)
}
