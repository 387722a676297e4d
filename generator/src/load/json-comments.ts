import { endOfString } from './repeated-keys.ts'

/** A JSON text without what JSON does not allow and many editors do. */
export interface Plain {
  /** As long as the text it was made of: every value stands where it stood. */
  readonly text: string
  /** Offsets of comments and of commas with nothing behind them. */
  readonly offsets: readonly number[]
}

/** Replaces comments, and commas before a closing bracket, by blanks. */
export function withoutComments(text: string): Plain {
  const parts: string[] = []
  const offsets: number[] = []
  let from = 0
  // Where the last comma stands, while nothing but blanks and comments came behind it.
  let comma: number | undefined
  const blank = (start: number, end: number): void => {
    parts.push(text.slice(from, start), text.slice(start, end).replaceAll(/[^\r\n]/g, ' '))
    offsets.push(start)
    from = end
  }
  const commas: number[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') at = endOfString(text, at)
    else if (char === '/') {
      const end = endOfComment(text, at)
      if (end === undefined) break
      blank(at, end)
      at = end - 1
      continue
    } else if (char === ',') {
      comma = at
      continue
    } else if (comma !== undefined && (char === '}' || char === ']')) commas.push(comma)
    else if (/\s/.test(char)) continue
    comma = undefined
  }
  parts.push(text.slice(from))
  return {
    text: withoutCommas(parts.join(''), commas),
    offsets: [...offsets, ...commas].sort((a, b) => a - b),
  }
}

/** Index behind a comment that begins here; undefined where none does, or where it does not end. */
function endOfComment(text: string, start: number): number | undefined {
  if (text[start + 1] === '/') {
    const end = text.indexOf('\n', start)
    return end === -1 ? text.length : end
  }
  if (text[start + 1] !== '*') return undefined
  const end = text.indexOf('*/', start + 2)
  return end === -1 ? undefined : end + 2
}

function withoutCommas(text: string, commas: readonly number[]): string {
  const parts: string[] = []
  let from = 0
  for (const at of commas) {
    parts.push(text.slice(from, at), ' ')
    from = at + 1
  }
  return parts.join('') + text.slice(from)
}
