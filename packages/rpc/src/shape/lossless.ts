/**
 * Like `JSON.parse`, but an integer that a double cannot hold comes back as its decimal text, which
 * every integer codec reads. Such integers are quoted before parsing; all other text is untouched.
 */
export function parseLossless(text: string): unknown {
  return JSON.parse(quoteLargeIntegers(text))
}

function quoteLargeIntegers(text: string): string {
  const digits = /\d{16,}/g
  let out = ''
  let copied = 0
  // Everything before `outside` is read; `outside` itself is in no string.
  let outside = 0
  let quote = -1
  for (let match = digits.exec(text); match; match = digits.exec(text)) {
    if (quote < outside) quote = nextQuote(text, outside)
    while (quote < match.index) {
      outside = endOfString(text, quote)
      quote = nextQuote(text, outside)
    }
    if (outside > match.index) {
      digits.lastIndex = outside
      continue
    }
    const end = match.index + match[0].length
    const start = text[match.index - 1] === '-' ? match.index - 1 : match.index
    if (!isLargeInteger(text, start, end)) continue
    out += `${text.slice(copied, start)}"${text.slice(start, end)}"`
    copied = end
  }
  return copied === 0 ? text : out + text.slice(copied)
}

function nextQuote(text: string, from: number): number {
  const at = text.indexOf('"', from)
  return at < 0 ? text.length : at
}

/** Index behind the closing quote. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; ; at++) {
    at = nextQuote(text, at)
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0 || at >= text.length) return at + 1
  }
}

/** Whether the digits are a whole JSON integer which a double cannot hold; malformed text is left to fail. */
function isLargeInteger(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? ''
  const after = text[end] ?? ''
  if ('.eE+-'.includes(before) && before !== '') return false
  if ('.eE'.includes(after) && after !== '') return false
  const number = text.slice(start, end)
  if (/^-?0/.test(number) || Number.isSafeInteger(Number(number))) return false
  return !/^\s*:/.test(text.slice(end, end + 64))
}
