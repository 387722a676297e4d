/**
 * Like `JSON.parse`, but an integer that a double cannot hold comes back as its decimal text, which
 * every integer codec reads. Such integers are quoted before parsing; all other text is untouched.
 */
export function parseLossless(text: string): unknown {
  let out = ''
  let copied = 0
  let inString = false
  let quote = nextQuote(text, 0)
  for (const { 0: number, index } of text.matchAll(/-?\d{16,}/g)) {
    for (; quote < index; quote = nextQuote(text, quote + 1)) {
      inString = !inString || isEscaped(text, quote)
    }
    const end = index + number.length
    // What is no whole JSON integer, or stands where none may, is left to be rounded or to fail.
    const isWhole =
      !/[.eE+-]/.test(text.charAt(index - 1)) && /^(?![.eE]|\s*:)/.test(text.slice(end, end + 64))
    if (inString || !isWhole || /^-?0/.test(number) || Number.isSafeInteger(+number)) continue
    out += `${text.slice(copied, index)}"${number}"`
    copied = end
  }
  return JSON.parse(out + text.slice(copied))
}

function nextQuote(text: string, from: number): number {
  const at = text.indexOf('"', from)
  return at < 0 ? Infinity : at
}

/** Whether an odd number of backslashes precedes. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}
